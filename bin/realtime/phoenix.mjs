/** The Phoenix channel protocol, version 2.0.0, with realtime-js' binary broadcasts. */
const PUSH = 3;
const BROADCAST = 4;
const JSON_ENCODING = 1;
const PUSH_HEAD = 7;

const isName = (value, max = 255) => typeof value === "string" && value.length <= max;
const isRef = (value) => value === null || isName(value, 64);

/**
 * @param {Buffer} data
 * @returns {{ joinRef: string | null, ref: string | null, topic: string, event: string, payload: any } | null} null for
 * an invalid message
 */
export function decode(data, isBinary) {
  try {
    return isBinary ? decodePush(data) : decodeText(data);
  } catch {
    return null;
  }
}

function decodeText(data) {
  const message = JSON.parse(data.toString("utf8"));
  if (!Array.isArray(message) || message.length !== 5) return null;
  const [joinRef, ref, topic, event, payload] = message;
  const isWhole = isRef(joinRef) && isRef(ref) && isName(topic) && isName(event, 64);
  return isWhole && typeof payload === "object" && payload !== null
    ? { joinRef, ref, topic, event, payload }
    : null;
}

function decodePush(data) {
  if (data.length < PUSH_HEAD || data[0] !== PUSH) return null;
  let at = PUSH_HEAD;
  const take = (length) => data.subarray(at, (at += length));
  const [joinRef, ref, topic] = [data[1], data[2], data[3]].map((length) => take(length).toString("utf8"));
  // Copied as bytes: decoding invalid UTF-8 would make it longer than its one-byte length allows.
  const name = take(data[4]);
  take(data[5]);
  if (at > data.length) return null;
  const body = data.subarray(at);
  const isJson = data[6] === JSON_ENCODING;
  if (isJson) JSON.parse(body.toString("utf8"));
  return { joinRef, ref, topic, event: "broadcast", payload: { event: name, body, isJson } };
}

export const encode = ({ joinRef = null, ref = null, topic, event, payload }) =>
  JSON.stringify([joinRef, ref, topic, event, payload]);

/** Encodes a broadcast. */
export function encodeBroadcast(topic, { event, body, isJson }) {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)];
  const head = Buffer.from([BROADCAST, topicBytes.length, eventBytes.length, 0, isJson ? JSON_ENCODING : 0]);
  return Buffer.concat([head, topicBytes, eventBytes, body]);
}
