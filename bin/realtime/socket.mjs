import { randomUUID } from "node:crypto";
import { Changes, readSubscription } from "./changes.mjs";
import { Refused } from "./instance.mjs";
import { LIMITS } from "./limits.mjs";
import { roomOf } from "./rooms.mjs";

/**
 * One websocket of a hosted client: its channels, and the person whose token joined them.
 *
 * Trust model. Outside: whoever opens a socket; they control every message. Until a channel is joined with a valid
 * token, they receive nothing. A socket belongs to one person and ends with their session.
 */
const CLOSE = { policy: 1008, tooBig: 1009, tryLater: 1013 };

/** The expiry in a token that the instance has accepted. */
function expiryOf(token) {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split(".")[1], "base64url").toString("utf8"));
    return typeof exp === "number" ? exp * 1_000 : null;
  } catch {
    return null;
  }
}

export class Socket {
  #ws;
  #codec;
  #server;
  #channels = new Map();
  #token = null;
  #personId = null;
  #budget = null;
  #changes = null;
  #expiry;
  #idle;
  #silence;
  #membership;
  #sent = 0;
  #sentBytes = 0;
  #sentSince = 0;
  #queue = Promise.resolve();
  #waiting = 0;

  /**
   * @param codec of CODECS
   * @param server `{ instance, rooms, metrics, admit(socket, personId), release(socket, personId) }`
   */
  constructor(ws, codec, server) {
    this.#ws = ws;
    this.#codec = codec;
    this.#server = server;
    ws.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    ws.on("close", () => this.#end());
    ws.on("error", () => ws.terminate());
    this.#membership = setInterval(() => void this.#checkRooms(), LIMITS.membershipMs);
    this.#awaitMessage();
    this.#awaitChannel();
  }

  get channelCount() {
    return this.#channels.size;
  }

  close(why, code = CLOSE.policy) {
    this.#ws.close(code, why.slice(0, 100));
    // Terminates sockets that do not answer the close frame.
    setTimeout(() => this.#ws.terminate(), 2_000).unref();
  }

  terminate() {
    this.#ws.terminate();
    this.#end();
  }

  #end() {
    for (const timer of [this.#expiry, this.#idle, this.#silence]) clearTimeout(timer);
    clearInterval(this.#membership);
    for (const [topic, channel] of this.#channels) this.#leaveRoom(topic, channel);
    this.#channels.clear();
    this.#changes?.end();
    this.#server.release(this, this.#personId);
    this.#personId = null;
  }

  #awaitMessage() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.close("No heartbeat came."), LIMITS.silentMs);
  }

  #awaitChannel() {
    clearTimeout(this.#idle);
    if (this.#channels.size === 0)
      this.#idle = setTimeout(
        () => this.close("No channel was joined."),
        this.#personId ? LIMITS.idleMs : LIMITS.strangerMs,
      );
  }

  /** @param message null for none */
  #send(message) {
    if (message === null) return;
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#ws.bufferedAmount > LIMITS.unreadBytes) {
      this.#server.metrics.count("gum_realtime_unread_total");
      return this.#ws.terminate();
    }
    this.#server.metrics.count("gum_realtime_messages_total", { direction: "sent" });
    this.#ws.send(message);
  }

  #reply({ joinRef, ref, topic }, status, response = {}) {
    this.#send(
      this.#codec.encode({ joinRef, ref, topic, event: "phx_reply", payload: { status, response } }),
    );
  }

  #isTooFast(bytes) {
    const now = Date.now();
    if (now - this.#sentSince > 1_000) [this.#sent, this.#sentBytes, this.#sentSince] = [0, 0, now];
    this.#sentBytes += bytes;
    return ++this.#sent > LIMITS.messagesPerSecond || this.#sentBytes > LIMITS.bytesPerSecond;
  }

  #onMessage(data, isBinary) {
    this.#awaitMessage();
    this.#server.metrics.count("gum_realtime_messages_total", { direction: "received" });
    // Messages that arrive while it closes.
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    // Joins call the instance; a socket that sends faster than that is closed.
    if (this.#isTooFast(data.length) || this.#waiting >= 3 * LIMITS.channels)
      return this.close("Too many messages.", CLOSE.tryLater);
    const message = this.#codec.decode(data, isBinary);
    if (!message) return this.close("This is no message of the version that the address names.");
    if (message.topic === "phoenix" && message.event === "heartbeat") return this.#reply(message, "ok");
    this.#waiting++;
    this.#queue = this.#queue.then(async () => {
      try {
        if (this.#ws.readyState === this.#ws.OPEN) await this.#handle(message, data.length);
      } catch (error) {
        const reason = error instanceof Refused ? error.message : "The instance could not be reached.";
        this.#reply(message, "error", { reason });
      }
      this.#waiting--;
    });
  }

  async #handle(message, bytes) {
    const { topic, event, payload } = message;
    if (event === "phx_join") return this.#join(message);
    const channel = this.#channels.get(topic);
    if (!channel) throw new Refused("This channel was not joined.");
    const roomId = roomOf(topic);
    switch (event) {
      case "phx_leave":
        await this.#leave(topic);
        return this.#reply(message, "ok");
      case "access_token":
        if (payload.access_token && payload.access_token !== this.#token)
          await this.#identify(payload.access_token);
        return;
      case "broadcast":
        if (!roomId) throw new Refused("Broadcasts are for channels of app rooms, room:{id}.");
        this.#requireMaySend(roomId, channel, bytes);
        this.#server.rooms.broadcast(roomId, channel, binaryOf(payload));
        if (channel.acknowledges) this.#reply(message, "ok");
        return;
      case "presence": {
        if (!roomId) throw new Refused("Presence is for channels of app rooms, room:{id}.");
        const said = payload.event === "track" ? (payload.payload ?? {}) : null;
        if (said && (typeof said !== "object" || JSON.stringify(said).length > LIMITS.presenceBytes))
          throw new Refused(`Presence is an object of ${LIMITS.presenceBytes} characters at most.`);
        if (said) this.#requireMaySend(roomId, channel, bytes);
        this.#server.rooms.track(roomId, channel, said);
        return this.#reply(message, "ok");
      }
      default:
        throw new Refused("There is no such event.");
    }
  }

  /** @throws {Refused} by the rules that the product's own channel has */
  #requireMaySend(roomId, channel, bytes) {
    if (channel.isClosed) throw new Refused("This room is closed.");
    if (!this.#budget.spend(roomId, bytes)) throw new Refused("Too many messages.");
  }

  async #join(message) {
    const { topic, joinRef, payload } = message;
    if (!topic.startsWith("realtime:")) throw new Refused("A topic begins with realtime:.");
    if (this.#channels.has(topic)) await this.#leave(topic);
    if (this.#channels.size >= LIMITS.channels)
      throw new Refused(`A socket has ${LIMITS.channels} channels at most.`);
    if (payload.access_token !== this.#token || !this.#personId) await this.#identify(payload.access_token);
    const config = payload.config ?? {};
    const wanted = Array.isArray(config.postgres_changes) ? config.postgres_changes : [];
    const subscriptions = wanted.map(readSubscription);
    for (const each of subscriptions) each.id = this.#server.nextId();
    const roomId = roomOf(topic);
    const room = roomId ? await this.#server.instance.members(this.#token, roomId) : null;
    if (subscriptions.length > 0) await this.#changes.subscribe(topic, subscriptions);
    const send = (event, body) => this.#send(this.#codec.encode({ joinRef, topic, event, payload: body }));
    const channel = {
      isClosed: room?.isClosed === true,
      key: presenceKey(config.presence?.key),
      wantsOwn: config.broadcast?.self === true,
      acknowledges: config.broadcast?.ack === true,
      wantsPresence: config.presence?.enabled === true || Boolean(config.presence?.key),
      send,
      sendBroadcast: (body) => this.#send(this.#codec.encodeBroadcast(topic, body)),
    };
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#channels.set(topic, channel);
    this.#awaitChannel();
    const named = subscriptions.map(({ id }, index) => ({ ...wanted[index], id }));
    this.#reply(message, "ok", { postgres_changes: named });
    if (named.length > 0)
      send("system", {
        status: "ok",
        extension: "postgres_changes",
        channel: topic.slice("realtime:".length),
        message: "Subscribed to changes",
      });
    if (roomId) this.#server.rooms.join(roomId, channel);
  }

  /** @throws {Refused} unless the token is valid and belongs to this socket's person */
  async #identify(token) {
    if (typeof token !== "string" || token.length > 8_000) throw new Refused("Sign in first.", 401);
    const personId = await this.#server.instance.personOf(token);
    if (this.#personId && personId !== this.#personId) return this.close("This socket is another person's.");
    if (!this.#personId) {
      this.#budget = this.#server.admit(this, personId);
      if (!this.#budget) throw new Refused("Too many sockets are open.");
    }
    this.#personId = personId;
    this.#token = token;
    // The first join may take longer than a stranger has.
    this.#awaitChannel();
    clearTimeout(this.#expiry);
    const expiresAt = expiryOf(token);
    if (expiresAt)
      this.#expiry = setTimeout(
        () => this.close("The token has expired."),
        Math.max(0, expiresAt - Date.now()),
      );
    this.#changes ??= new Changes({
      instance: this.#server.instance,
      personId,
      token: () => this.#token,
      onChange: (topic, payload) => this.#channels.get(topic)?.send("postgres_changes", payload),
      onEnd: (why) => this.close(why),
    });
    if (this.#ws.readyState !== this.#ws.OPEN) this.#end();
  }

  async #leave(topic) {
    const channel = this.#channels.get(topic);
    this.#channels.delete(topic);
    this.#leaveRoom(topic, channel);
    this.#awaitChannel();
    await this.#changes?.unsubscribe(topic);
  }

  #leaveRoom(topic, channel) {
    const roomId = roomOf(topic);
    if (roomId) this.#server.rooms.leave(roomId, channel);
  }

  /** Stops delivery to people who were removed from the room, and notices when it is closed. */
  async #checkRooms() {
    for (const topic of this.#channels.keys()) {
      const roomId = roomOf(topic);
      if (!roomId) continue;
      const { room, isOut } = await this.#server.instance.members(this.#token, roomId).then(
        (room) => ({ room, isOut: false }),
        (error) => ({ room: null, isOut: error instanceof Refused && error.isFinal }),
      );
      const channel = this.#channels.get(topic);
      if (channel && room) channel.isClosed = room.isClosed === true;
      if (!isOut || !channel) continue;
      await this.#leave(topic);
      channel.send("phx_close", {});
    }
  }
}

/** The presence key of a channel. */
const presenceKey = (asked) =>
  typeof asked === "string" && asked !== "" && asked !== "__proto__" ? asked.slice(0, 100) : randomUUID();

/** A broadcast sent as JSON, by clients without binary support. */
function binaryOf(payload) {
  if (Buffer.isBuffer(payload.body)) return payload;
  const body = Buffer.from(JSON.stringify(payload.payload ?? {}));
  return { event: String(payload.event).slice(0, LIMITS.eventChars), body, isJson: true };
}
