import { Refused } from "./instance.mjs";
import { LIMITS } from "./limits.mjs";
import { roomOf } from "./rooms.mjs";

/**
 * Broadcasts of clients that have not joined a channel: `POST …/api/broadcast` with `{ messages }`, as `send` does, and
 * `POST …/api/broadcast/{topic}/events/{event}` with the payload alone, as `httpSend` does.
 *
 * Trust model. Outside: any program and any web page. Only a person's bearer token counts, never a cookie, so CORS
 * allows every origin. The rules are those of the socket: they are in the room, it is open, and their budget, which is
 * the same as that of their sockets, is not spent. A request sends all of its messages or none.
 */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST",
  "access-control-allow-headers": "apikey, authorization, content-type, x-client-info",
  "access-control-max-age": "7200",
};
const PATH = /\/api\/broadcast(?:\/([^/]+)\/events\/([^/]+))?$/;

class Failure extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
const invalid = (message) => new Failure(422, "validation_error", message);

/** What a request to this path sends; null for another path. */
export function targetOf(pathname) {
  const [path, topic, event] = PATH.exec(pathname) ?? [];
  if (path === undefined) return null;
  try {
    return topic === undefined ? {} : { topic: decodeURIComponent(topic), event: decodeURIComponent(event) };
  } catch {
    return null;
  }
}

/** Reads on beyond the limit, a little, so that whoever sends more gets the response. */
const bodyOf = (request) =>
  new Promise((resolve, reject) => {
    const parts = [];
    let length = 0;
    const late = () => reject(new Failure(408, "request_timeout", "The body takes too long."));
    const timer = setTimeout(late, LIMITS.bodyMs);
    if (request.destroyed) late();
    request.on("close", () => clearTimeout(timer));
    request.on("data", (part) => {
      length += part.length;
      if (length <= LIMITS.messageBytes) parts.push(part);
      else if (length > 16 * LIMITS.messageBytes) request.destroy();
    });
    request.on("end", () => {
      clearTimeout(timer);
      if (length <= LIMITS.messageBytes) return resolve(Buffer.concat(parts));
      const message = `A request has ${LIMITS.messageBytes} bytes at most.`;
      reject(new Failure(413, "payload_too_large", message));
    });
    request.on("error", reject);
    request.on("close", () => reject(new Failure(400, "invalid_json", "The body is not whole.")));
  });

function parsed(body) {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new Failure(400, "invalid_json", "The body is not JSON.");
  }
}

/** @returns {{ roomId: string, message: { event: string, body: Buffer, isJson: boolean } }[]} */
function messagesOf({ target, type, body, search }) {
  if (search.has("persist") || search.has("persist[ttl]"))
    throw invalid("Messages are not stored here: leave persist out.");
  if (target.topic !== undefined) {
    const isJson = type !== "application/octet-stream";
    if (isJson) parsed(body);
    return [messageOf(target, body, isJson)];
  }
  const messages = parsed(body)?.messages;
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > LIMITS.messagesOfRequest)
    throw invalid(`A request has 1 to ${LIMITS.messagesOfRequest} messages.`);
  const sent = messages.map((message) => messageOf(message ?? {}, written(message?.payload ?? {}), true));
  if (new Set(sent.map(({ roomId }) => roomId)).size > LIMITS.roomsOfRequest)
    throw invalid(`A request has messages for ${LIMITS.roomsOfRequest} rooms at most.`);
  return sent;
}

/** What can be read can be too deep to be written. */
function written(payload) {
  try {
    return Buffer.from(JSON.stringify(payload));
  } catch {
    throw invalid("A payload is nested too deeply.");
  }
}

function messageOf({ topic, event }, body, isJson) {
  const roomId = typeof topic === "string" ? roomOf(`realtime:${topic}`) : null;
  if (!roomId) throw invalid("Broadcasts are for channels of app rooms, room:{id}.");
  if (typeof event !== "string" || event === "" || event.length > LIMITS.eventChars)
    throw invalid(`An event has a name of 1 to ${LIMITS.eventChars} characters.`);
  return { roomId, message: { event, body, isJson } };
}

/** What the instance's refusal means here. A 404 would mean to clients that there are no such requests. */
function failureOf(error) {
  if (error instanceof Failure) return error;
  if (!(error instanceof Refused))
    return new Failure(503, "unavailable", "The instance could not be reached.");
  const { status, message } = error;
  if (status === 401) return new Failure(401, "invalid_token", message);
  if (status === 429) return new Failure(429, "rate_limited", message);
  return status >= 500
    ? new Failure(503, "unavailable", message)
    : new Failure(403, "forbidden", status === 404 ? "You are not in this room." : message);
}

/**
 * @param server `{ instance, rooms, metrics, publicKey(), budgetOf(personId) }`
 * @returns {(request, response, target, search: URLSearchParams) => Promise<void>}
 */
export function broadcastsOver(server) {
  let open = 0;
  /** By person. */
  const openOf = new Map();

  /** Of one person a few at a time, so that nobody takes the places of all. */
  async function inPlace(personId, work) {
    const taken = openOf.get(personId) ?? 0;
    if (taken >= LIMITS.requestsOfOne) throw new Failure(429, "rate_limited", "Too many requests at a time.");
    openOf.set(personId, taken + 1);
    try {
      await work();
    } finally {
      const left = openOf.get(personId) - 1;
      if (left > 0) openOf.set(personId, left);
      else openOf.delete(personId);
    }
  }

  async function send(request, target, search) {
    if (request.method !== "POST")
      throw new Failure(405, "method_not_allowed", "Broadcasts are sent with POST.");
    if (open > LIMITS.requests) throw new Failure(503, "unavailable", "Too many requests.");
    const { headers } = request;
    const publicKey = await server.publicKey();
    if (headers.apikey !== publicKey) throw new Failure(401, "unauthenticated", "Invalid API key.");
    const token = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1];
    if (!token || token === publicKey) throw new Failure(401, "unauthenticated", "Sign in first.");
    // Before the body, for which a stranger could let us wait.
    const personId = await server.instance.personOf(token);
    await inPlace(personId, () => sendAs({ personId, token }, request, target, search));
  }

  async function sendAs({ personId, token }, request, target, search) {
    const { headers } = request;
    const budget = server.budgetOf(personId);
    if (!budget.spendRequest()) throw new Failure(429, "rate_limited", "Too many requests.");
    const body = await bodyOf(request);
    const type = (headers["content-type"] ?? "").split(";")[0].trim();
    const messages = messagesOf({ target, type, body, search });
    if (!messages.every(({ roomId, message }) => budget.spend(roomId, message.body.length)))
      throw new Failure(429, "rate_limited", "Too many messages.");
    for (const roomId of new Set(messages.map((each) => each.roomId))) {
      const { isClosed } = await server.instance.members(token, roomId);
      if (isClosed) throw new Failure(403, "forbidden", "This room is closed.");
    }
    for (const { roomId, message } of messages) server.rooms.broadcast(roomId, null, message);
  }

  return async (request, response, target, search) => {
    if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
    open++;
    try {
      await send(request, target, search);
      response.writeHead(202, CORS).end();
      server.metrics.count("gum_realtime_broadcasts_total", { status: "202" });
    } catch (error) {
      const { status, code, message } = failureOf(error);
      server.metrics.count("gum_realtime_broadcasts_total", { status: String(status) });
      const retry = status === 429 || status === 503 ? { "retry-after": "1" } : {};
      // The rest of a body is not read.
      const close = request.complete ? {} : { connection: "close" };
      response.writeHead(status, { ...CORS, ...retry, ...close, "content-type": "application/json" });
      response.end(JSON.stringify({ code, message, error: message }));
    } finally {
      open--;
    }
  };
}
