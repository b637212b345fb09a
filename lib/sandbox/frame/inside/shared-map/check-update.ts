/**
 * Reads what others sent to the room.
 *
 * Trust model. Untrusted: every member of the room, and the app that acts for them; they control payloads and
 * snapshots, the server controls order and author. What must hold: a payload is either a change that a shared
 * map would send, or it changes nothing, and all clients decide that alike, from the log alone; nothing that
 * is read here throws into the app, waits for something that never comes, or grows without the room's own
 * limits. A member may change everything in the map; what a member says in a snapshot, newcomers believe.
 */
import * as Y from "yjs";
import { fromBase64, toBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import { isCheapToInsert } from "./insertion-cost";
import { isJson } from "./json";
import { STRUCTS_MAX, UPDATE_LENGTH_MAX, VALUE_DEPTH } from "./limits";

const UPDATE = "gum.shared/1:";
const SNAPSHOT = "gum.shared/1 snapshot:";
/** Roots of a map's document: registers, counters, and a list for each `l…`. */
const ROOT = /^(?:r|c|l[\s\S]{0,300})$/;
const CLOCK_MAX = 2 ** 40;

/** Bits of a session id that identify its owner; the other 26 are random. */
const OWNER_BITS = 26;

/**
 * An id for one run of the app: nobody else's updates may use it.
 * @param random between 0 and 1
 */
export function newSession(me: string, random: number): number {
  return ownerOf(me) * 2 ** OWNER_BITS + Math.floor(random * 2 ** OWNER_BITS);
}

/** FNV-1a. Addresses are given by the server: nobody can look for one that has a certain hash. */
function ownerOf(address: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < address.length; index += 1)
    hash = Math.imul(hash ^ address.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % 2 ** OWNER_BITS;
}

export function writeUpdate(update: Uint8Array): string {
  return UPDATE + toBase64(update);
}

/** How large an update may be for a payload. */
export function updateBytesMax(payloadMax: number): number {
  return Math.floor((payloadMax - UPDATE.length) / 4) * 3;
}

/** @param bytes payload that the log has had so far */
export function writeSnapshot(doc: Y.Doc, bytes: number): string {
  return `${SNAPSHOT}${bytes}:${toBase64(Y.encodeStateAsUpdate(doc))}`;
}

/** Of an own update, which this browser has kept; null if it is none of a map. */
export function bytesOf(payload: string): Uint8Array | null {
  if (!payload.startsWith(UPDATE)) return null;
  try {
    const bytes = fromBase64(payload.slice(UPDATE.length));
    Y.decodeUpdate(bytes);
    return bytes;
  } catch {
    return null;
  }
}

export interface ReadUpdate {
  update: Uint8Array;
  session: number;
  /** The document has it already. */
  isKnown: boolean;
}

/**
 * @param doc exactly what the log has said so far
 * @returns null if the payload is not a valid change
 */
export function readUpdate(payload: unknown, from: string | null, doc: Y.Doc): ReadUpdate | null {
  if (typeof payload !== "string" || !payload.startsWith(UPDATE)) return null;
  try {
    const update = fromBase64(payload.slice(UPDATE.length));
    // The number of sessions. Of two blocks of one session, Yjs would apply the second one only.
    if (update[0]! > 1) return null;
    const { structs, ds } = Y.decodeUpdate(update);
    const first = structs[0];
    if (structs.length > STRUCTS_MAX) return null;
    // An update that only deletes has no session.
    const session = first?.id.client ?? -1;
    if (first && from !== null && Math.floor(session / 2 ** OWNER_BITS) !== ownerOf(from)) return null;
    const known = first ? Y.getState(doc.store, session) : 0;
    let clock = first?.id.clock ?? 0;
    const isKnown = structs.length > 0 && clock < known;
    // A gap would wait for what never comes, or let others continue it.
    if (!isKnown && clock !== known) return null;
    const hasItem = (id: Y.ID | null): boolean =>
      id === null || id.clock < (id.client === session ? clock : Y.getState(doc.store, id.client));
    for (const struct of structs) {
      if (struct.id.client !== session || struct.id.clock !== clock || !isValid(struct)) return null;
      if (struct instanceof Y.Item && !(hasItem(struct.origin) && hasItem(struct.rightOrigin))) return null;
      clock += struct.length;
    }
    if (
      clock > CLOCK_MAX ||
      !hasAll(ds, (client) => (client === session ? clock : Y.getState(doc.store, client)))
    )
      return null;
    if (clock - (first?.id.clock ?? 0) > UPDATE_LENGTH_MAX) return null;
    if (isKnown) return clock > known ? null : { update, session, isKnown };
    if (!isCheapToInsert(structs, doc)) return null;
    return { update, session, isKnown };
  } catch {
    return null;
  }
}

/** @returns null if it is not the state of a map */
export function readSnapshot(text: unknown): { doc: Y.Doc; bytes: number } | null {
  if (typeof text !== "string" || !text.startsWith(SNAPSHOT)) return null;
  try {
    const [bytes = "", state = ""] = text.slice(SNAPSHOT.length).split(":", 2);
    if (!/^\d{1,12}$/.test(bytes)) return null;
    const update = fromBase64(state);
    if (!Y.decodeUpdate(update).structs.every(isValid)) return null;
    const doc = new Y.Doc();
    Y.applyUpdate(doc, update);
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) return null;
    return { doc, bytes: Number(bytes) };
  } catch {
    return null;
  }
}

function isValid(struct: Y.Item | Y.GC | Y.Skip): boolean {
  if (!Number.isSafeInteger(struct.id.client) || struct.length < 1) return false;
  if (struct instanceof Y.GC) return true;
  if (!(struct instanceof Y.Item)) return false;
  const { content, parent } = struct;
  // Decoding leaves the name of a root, or nothing where the neighbours determine the parent. Nothing is
  // nested in a map's document.
  const hasParent = struct.origin !== null || struct.rightOrigin !== null;
  if (hasParent ? parent !== null : typeof parent !== "string" || !ROOT.test(parent)) return false;
  if (content instanceof Y.ContentDeleted) return true;
  return content instanceof Y.ContentAny && content.arr.every((value) => isJson(value, VALUE_DEPTH + 3));
}

type Ranges = { clients: Map<number, { clock: number; len: number }[]> };

function hasAll({ clients }: Ranges, stateOf: (client: number) => number): boolean {
  for (const [client, ranges] of clients) {
    const state = stateOf(client);
    if (!ranges.every(({ clock, len }) => len > 0 && clock + len <= state)) return false;
  }
  return true;
}
