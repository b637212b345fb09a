/** Limits for one socket, one person and the process. Heartbeats arrive every 25 seconds. */
export const LIMITS = {
  sockets: 2_000,
  /** Sockets without a valid token; beyond them the oldest ends, so that strangers never take all places. */
  strangers: 500,
  socketsOfOne: 20,
  channels: 100,
  subscriptions: 20,
  messageBytes: 64 * 1024,
  /** Broadcasts without a socket: requests at a time, and of one person. */
  requests: 100,
  requestsOfOne: 4,
  requestsPerSecond: 30,
  /** Messages of each, which share the bytes of one message, and their rooms. */
  messagesOfRequest: 30,
  roomsOfRequest: 3,
  bodyMs: 5_000,
  eventChars: 60,
  requestMs: 15_000,
  presenceBytes: 4 * 1024,
  /** After a token refresh, a client sends the token to each of its channels. */
  messagesPerSecond: 250,
  bytesPerSecond: 2 * 1024 * 1024,
  /** Broadcasts and presence of a person, over all their sockets: messages per room, and bytes. */
  roomMessagesPerSecond: 30,
  roomBytesPerSecond: 512 * 1024,
  /** Unsent bytes that a slow socket may accumulate. */
  unreadBytes: 1024 * 1024,
  silentMs: 60_000,
  /** Until the first channel is joined, and after the last one is left. */
  strangerMs: 10_000,
  idleMs: 60_000,
  membershipMs: 15_000,
};
