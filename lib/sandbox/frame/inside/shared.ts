/** `gum.shared`: opened when the app first asks for it, with code that only packages which mention it get. */
import { runAddOn } from "@/lib/sandbox/frame/inside/page/inline";
import { realm } from "@/lib/sandbox/frame/inside/realm";
import type { FrameRoom } from "@/lib/sandbox/frame/inside/room";
import { onValueChange, readValue, valueKeys, writeValue } from "@/lib/sandbox/frame/inside/saving/values";
import type { SharedMapAddOn } from "@/lib/sandbox/frame/inside/shared-map/add-on";
import type { LogEntry, RoomLog } from "@/lib/sandbox/frame/inside/shared-map/room-log";

const QUOTES = 2;
const random = Math.random;
let flush: (() => void) | null = null;

export function openShared(code: string, room: FrameRoom | null): object {
  const opened = runAddOn<SharedMapAddOn>(code).open({
    room: room && logOf(room),
    values: { read: readValue, write: writeValue, keys: valueKeys, onChange: onValueChange },
    clock: { setTimeout: realm.setTimeout, now: realm.now, random },
  });
  flush = opened.flush;
  return opened.shared;
}

/** Flushes pending changes, because the page may be about to unload. */
export function flushShared(): void {
  flush?.();
}

function logOf(room: FrameRoom): RoomLog {
  return {
    me: room.me,
    get isClosed() {
      return room.isClosed;
    },
    sendInterval: room.sendInterval,
    payloadMax: room.payloadMax - QUOTES,
    head: room.head,
    send: (payload) => room.send(payload),
    unsent: room
      .unsent()
      .flatMap(({ payload, sent }) => (typeof payload === "string" ? [{ payload, sent }] : [])),
    listen: (from, listener) => room.follow(from, (delivery) => listener(delivery as LogEntry)),
    snapshot: (serial, state) => room.putSnapshot(serial, state),
    recover: async (serial) => (await room.history(serial)) as LogEntry[],
  };
}
