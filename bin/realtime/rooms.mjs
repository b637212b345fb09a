import { randomUUID } from "node:crypto";

/**
 * Broadcast and presence among the sockets of this process in the same app room. Nothing is stored. Presence
 * payloads are unverified claims; they do not reveal who a member is outside the room.
 */
const TOPIC = /^realtime:room:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The room of a topic; null for other topics. */
export const roomOf = (topic) => TOPIC.exec(topic)?.[1] ?? null;

/** @typedef {{ key: string, wantsOwn: boolean, wantsPresence: boolean, send: Function, sendBroadcast: Function }} Member */

export class Rooms {
  /** By room: its channels, and the presence of each. */
  #rooms = new Map();

  /** @param {Member} member */
  join(roomId, member) {
    const room = this.#rooms.get(roomId) ?? new Map();
    this.#rooms.set(roomId, room);
    room.set(member, null);
    if (member.wantsPresence) member.send("presence_state", this.#stateOf(room));
  }

  leave(roomId, member) {
    const room = this.#rooms.get(roomId);
    if (!room?.has(member)) return;
    this.track(roomId, member, null);
    room.delete(member);
    if (room.size === 0) this.#rooms.delete(roomId);
  }

  broadcast(roomId, member, message) {
    for (const other of this.#rooms.get(roomId)?.keys() ?? [])
      if (other !== member || member.wantsOwn) other.sendBroadcast(message);
  }

  /** @param payload null to leave */
  track(roomId, member, payload) {
    const room = this.#rooms.get(roomId);
    const before = room.get(member);
    if (before === null && payload === null) return;
    const meta = payload && { ...payload, phx_ref: randomUUID() };
    room.set(member, meta);
    const diff = {
      joins: meta ? { [member.key]: { metas: [meta] } } : {},
      leaves: before ? { [member.key]: { metas: [before] } } : {},
    };
    for (const other of room.keys()) if (other.wantsPresence) other.send("presence_diff", diff);
  }

  #stateOf(room) {
    const state = Object.create(null);
    for (const [{ key }, meta] of room) if (meta) (state[key] ??= { metas: [] }).metas.push(meta);
    return state;
  }
}
