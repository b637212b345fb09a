/**
 * The Phoenix channel protocol: version 2.0.0, with realtime-js' binary broadcasts, and 1.0.0, whose messages are JSON
 * objects, for clients that ask for it.
 */
const PUSH = 3;
const BROADCAST = 4;
const JSON_ENCODING = 1;
const PUSH_HEAD = 7;

const isName = (value, max = 255) => typeof value === "string" && value.length <= max;
const isRef = (value) => value === null || isName(value, 64);

/**
 * How the messages of each version are written.
 *
 * `decode(data, isBinary)` returns `{ joinRef, ref, topic, event, payload }`, null for an invalid message. `encode` takes
 * such a message. `encodeBroadcast(topic, { event, body, isJson })` returns null for what the version cannot carry.
 */
export const CODECS = new Map([
  [
    "1.0.0",
    { decode: decodeWith(decodeObject), encode: encodeObject, encodeBroadcast: encodeObjectBroadcast },
  ],
  [
    "2.0.0",
    {
      decode: decodeWith((data, isBinary) => (isBinary ? decodePush(data) : decodeArray(data))),
      encode: encodeArray,
      encodeBroadcast,
    },
  ],
]);

function decodeWith(read) {
  return (data, isBinary) => {
    try {
      return read(data, isBinary);
    } catch {
      return null;
    }
  };
}

function decodeObject(data, isBinary) {
  const message = isBinary ? null : JSON.parse(data.toString("utf8"));
  if (typeof message !== "object" || message === null) return null;
  const { join_ref: joinRef = null, ref = null, topic, event, payload } = message;
  return whole(joinRef, ref, topic, event, payload);
}

function decodeArray(data) {
  const message = JSON.parse(data.toString("utf8"));
  return Array.isArray(message) && message.length === 5 ? whole(...message) : null;
}

function whole(joinRef, ref, topic, event, payload) {
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

function encodeArray({ joinRef = null, ref = null, topic, event, payload }) {
  return JSON.stringify([joinRef, ref, topic, event, payload]);
}

function encodeObject({ joinRef = null, ref = null, topic, event, payload }) {
  return JSON.stringify({ topic, event, payload, ref, join_ref: joinRef });
}

/** `body` is valid JSON already; serializing it again could overflow the stack. */
function encodeObjectBroadcast(topic, { event, body, isJson }) {
  if (!isJson) return null;
  const head = `{"topic":${JSON.stringify(topic)},"event":"broadcast","ref":null,"join_ref":null`;
  return `${head},"payload":{"type":"broadcast","event":${JSON.stringify(event.toString())},"payload":${body}}}`;
}

function encodeBroadcast(topic, { event, body, isJson }) {
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)];
  const head = Buffer.from([BROADCAST, topicBytes.length, eventBytes.length, 0, isJson ? JSON_ENCODING : 0]);
  return Buffer.concat([head, topicBytes, eventBytes, body]);
}
