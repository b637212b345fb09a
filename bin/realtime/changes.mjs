import { Refused } from "./instance.mjs";
import { LIMITS } from "./limits.mjs";

/**
 * Row changes for one socket. The person's own event stream says which rows changed; each is then fetched from its view
 * with the person's token and the subscription's filter, so nobody receives rows that they may not read. Of deleted rows
 * the stream sends only what the person may know (lib/realtime/row-hub.server.ts).
 */
const EVENTS = ["*", "INSERT", "UPDATE", "DELETE"];
/** Each view's key, and the columns of which the stream can be asked for single values. */
const VIEWS = {
  profiles: { key: ["id"], watched: ["id"] },
  posts: { key: ["id"], watched: ["id", "author_id", "parent_id"] },
  comments: { key: ["id"], watched: ["id", "author_id", "post_id", "app_id"] },
  reactions: { key: ["post_id", "user_id"], watched: ["post_id", "user_id"] },
  follows: { key: ["follower_id", "following_id"], watched: ["follower_id", "following_id"] },
  apps: { key: ["id"], watched: ["id", "owner_id"] },
  app_versions: { key: ["id"], watched: ["id", "app_id"] },
  notifications: { key: ["id"], watched: ["id"] },
  bookmarks: { key: ["id"], watched: ["id", "post_id"] },
};
/** Rows that change within this time are fetched together. */
const GATHER_MS = 300;
/** After a fetch of several queries it waits longer, because a person has so many queries a minute. */
const QUERY_MS = 400;
const ROWS_AT_ONCE = 50;
/** The instance's limit for one stream. */
const TOPICS_MAX = 300;
const FILTER_MAX_CHARS = 1_000;
const CONDITIONS_MAX = 10;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Each ± 50 %: the streams of all sockets end together when a process of the instance does. */
const RECONNECT_MS = [1_000, 2_000, 5_000, 10_000];
/** The instance may be busy, or restarting. The change is lost after the last of these, each ± 50 %. */
const READ_AGAIN_MS = [1_000, 2_000, 5_000];
/** At most so long after a stream that was open, at random: what changes meanwhile is not sent later. */
const REOPEN_MS = 250;

/** @param {number} ms ± 50 % */
const aroundMs = (ms) => ms * (0.5 + Math.random());
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @throws {Refused} for an unsupported subscription */
export function readSubscription({ event, schema, table, filter }) {
  if (!EVENTS.includes(event)) throw new Refused("A subscription is to INSERT, UPDATE, DELETE or *.");
  if (schema !== undefined && schema !== "public") throw new Refused("The schema is called public.");
  if (!Object.hasOwn(VIEWS, table))
    throw new Refused(`Only these tables emit changes: ${Object.keys(VIEWS).join(", ")}.`);
  const conditions = filter === undefined || filter === null ? [] : conditionsOf(table, filter);
  const watched = conditions.find(({ values }) => values);
  const topics = watched ? watched.values.map((id) => `${table}:${watched.column}:${id}`) : [table];
  const logic = conditions.map(({ column, condition }) => `${column}.${condition}`).join(",");
  const query = logic ? `and=${encodeURIComponent(`(${logic})`)}` : "";
  return { id: 0, event, table, query, topics, conditions };
}

/** `column=operator.value`, or several with commas between: all must hold. @throws {Refused} */
function conditionsOf(table, filter) {
  const wrong = () => new Refused("A filter is column=operator.value, or several with commas between.");
  if (typeof filter !== "string" || filter.length > FILTER_MAX_CHARS) throw wrong();
  const parts = filter.match(/(?:"(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^()"])*\)|[^,()"])+/g) ?? [];
  if (parts.length === 0 || parts.length > CONDITIONS_MAX || parts.join(",") !== filter) throw wrong();
  return parts.map((part) => {
    const [, column, condition] = /^([a-z_]{1,64})=(\S.*)$/s.exec(part) ?? [];
    if (!column) throw wrong();
    const isWatch = VIEWS[table].watched.includes(column) && /^(eq|in)\./.test(condition);
    const values = isWatch ? (condition.match(UUID) ?? []).map((id) => id.toLowerCase()) : null;
    return { column, condition, values };
  });
}

/** Whether the stream reports a row because of this subscription. Likes without a post are the person's own. */
function isWatched({ table, topics }, row, personId) {
  const watches = (column) => topics.includes(`${table}:${column}:${row[column]}`);
  if (table === "reactions") return watches("post_id") || row.user_id === personId;
  return topics.includes(table) || VIEWS[table].watched.some(watches);
}

/** Whether a deleted row, of which only some columns are known, is one of a subscription. */
const isOf = ({ conditions }, row) =>
  conditions.every(({ column, values }) => values?.includes(row[column]) ?? false);

/** The query for the rows with these keys; it may find others, too. */
function queryOf(table, rows) {
  const valuesOf = (column) => [...new Set(rows.map((row) => row[column]))].join(",");
  // Likes are read by their post: whom somebody likes is no question that a view answers. The newest come first.
  if (table === "reactions") return `post_id=in.(${valuesOf("post_id")})&order=created_at.desc&limit=200`;
  return VIEWS[table].key.map((column) => `${column}=in.(${valuesOf(column)})`).join("&");
}

const topicsOf = (subscriptions) => [...new Set(subscriptions.flatMap(({ topics }) => topics))];

const keyOf = (table, row) => VIEWS[table].key.map((column) => row[column]).join(" ");

export class Changes {
  #instance;
  #personId;
  #token;
  #onChange;
  #onEnd;
  #subscriptions = new Map();
  #abort = new AbortController();
  #stream = null;
  #serial = 0;
  #gathered = new Map();
  #timer;
  #isOpen = () => {};
  /** Resolves once the first stream is open. */
  #open = new Promise((resolve) => (this.#isOpen = resolve));

  /** @param {{ instance: any, personId: string, token: () => string, onChange: Function, onEnd: (why: string) => void }} options */
  constructor({ instance, personId, token, onChange, onEnd }) {
    this.#instance = instance;
    this.#personId = personId;
    this.#token = token;
    this.#onChange = onChange;
    this.#onEnd = onEnd;
    void this.#run();
  }

  end() {
    this.#isOpen();
    this.#abort.abort();
    clearTimeout(this.#timer);
  }

  /** @throws {Refused} if the socket would have too many subscriptions, or watch too much, with those of a channel */
  #requireFew(key, subscriptions) {
    const others = [...this.#subscriptions].filter(([other]) => other !== key).flatMap(([, list]) => list);
    const all = [...others, ...subscriptions];
    if (all.length > LIMITS.subscriptions)
      throw new Refused(`A socket has ${LIMITS.subscriptions} subscriptions to changes at most.`);
    if (topicsOf(all).length > TOPICS_MAX)
      throw new Refused(`The filters of a socket name ${TOPICS_MAX} ids at most.`);
  }

  /**
   * @param {string} key of the channel
   * @throws {Refused} for a filter that the view does not support, and for too many subscriptions
   */
  async subscribe(key, subscriptions) {
    this.#requireFew(key, subscriptions);
    for (const { table, query } of subscriptions)
      await this.#instance.rows(this.#token(), table, `select=${VIEWS[table].key[0]}&limit=1&${query}`);
    // Other channels may have subscribed in the meantime.
    this.#requireFew(key, subscriptions);
    this.#subscriptions.set(key, subscriptions);
    await this.#open;
    await this.#watch();
  }

  async unsubscribe(key) {
    if (this.#subscriptions.delete(key)) await this.#watch().catch(() => undefined);
  }

  async #run() {
    let failures = 0;
    let lastEventId;
    while (!this.#abort.signal.aborted) {
      let wasOpen = false;
      try {
        const { signal } = this.#abort;
        for await (const event of this.#instance.events(this.#token(), { signal, lastEventId })) {
          lastEventId = event.id ?? lastEventId;
          if (event.type === "hello") {
            this.#stream = event.stream;
            this.#serial = 0;
            // A stream that may watch nothing is of no use, so it is opened again after a delay.
            await this.#watch();
            wasOpen = true;
            this.#isOpen();
          } else this.#onEvent(event);
        }
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        if (error instanceof Refused && error.isFinal) return this.#onEnd(error.message);
      }
      // Streams end after some minutes, with their session or with the server, so it reconnects.
      this.#stream = null;
      const delay = wasOpen
        ? REOPEN_MS * Math.random()
        : aroundMs(RECONNECT_MS[Math.min(failures, RECONNECT_MS.length - 1)]);
      failures = wasOpen ? 0 : failures + 1;
      await wait(delay);
    }
  }

  /** Registers the watched rows with the stream. */
  async #watch() {
    if (!this.#stream) return;
    const rows = topicsOf([...this.#subscriptions.values()].flat());
    const shown = { stream: this.#stream, serial: this.#serial++, rows };
    await this.#instance.watch(this.#token(), { ...shown, posts: [], apps: [], everyone: false, fresh: [] });
  }

  #onEvent({ type, view, change, row }) {
    if (type !== "row" || !Object.hasOwn(VIEWS, view)) return;
    if (change === "DELETE") this.#gone(view, row);
    else this.#gather(view, row, change);
  }

  *#of(table, type) {
    for (const [key, subscriptions] of this.#subscriptions)
      for (const each of subscriptions)
        if (each.table === table && (each.event === "*" || each.event === type)) yield { key, ...each };
  }

  #gone(table, row) {
    for (const subscription of this.#of(table, "DELETE"))
      if (isWatched(subscription, row, this.#personId) && isOf(subscription, row))
        this.#emit(subscription, { type: "DELETE", old_record: row });
  }

  #gather(table, row, type) {
    const isTold = [...this.#of(table, type)].some((each) => isWatched(each, row, this.#personId));
    if (!isTold) return;
    const rows = this.#gathered.get(`${table} ${type}`) ?? new Map();
    if (rows.size < ROWS_AT_ONCE) rows.set(keyOf(table, row), row);
    this.#gathered.set(`${table} ${type}`, rows);
    this.#timer ??= setTimeout(() => void this.#flush(), GATHER_MS);
  }

  async #flush() {
    const gathered = this.#gathered;
    this.#gathered = new Map();
    let queries = 0;
    for (const [what, rows] of gathered) {
      const [table, type] = what.split(" ");
      const subscribed = [...this.#of(table, type)];
      for (const query of new Set(subscribed.map((each) => each.query))) {
        const subscriptions = subscribed.filter((each) => each.query === query);
        const receiversOf = (row) => subscriptions.filter((each) => isWatched(each, row, this.#personId));
        const wanted = [...rows.values()].filter((row) => receiversOf(row).length > 0);
        if (wanted.length === 0) continue;
        queries++;
        const filter = `${queryOf(table, wanted)}&${query}`;
        const found = await this.#read(table, filter);
        if (!Array.isArray(found)) continue;
        // The oldest change first.
        const records = new Map(found.map((record) => [keyOf(table, record), record]));
        for (const row of wanted) {
          const record = records.get(keyOf(table, row));
          if (!record) continue;
          const change = { type, record, ...(type === "UPDATE" && { old_record: row }) };
          for (const subscription of receiversOf(row)) this.#emit(subscription, change);
        }
      }
    }
    this.#timer = undefined;
    if (this.#abort.signal.aborted || queries === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#gathered.size > 0) void this.#flush();
      },
      Math.max(GATHER_MS, queries * QUERY_MS),
    );
  }

  async #read(table, filter) {
    for (const ms of [...READ_AGAIN_MS, null]) {
      try {
        return await this.#instance.rows(this.#token(), table, filter);
      } catch (error) {
        if (ms === null || (error instanceof Refused && error.isFinal)) return [];
        await wait(aroundMs(ms));
        if (this.#abort.signal.aborted) return [];
      }
    }
  }

  #emit({ key, id, table }, change) {
    const about = {
      schema: "public",
      table,
      commit_timestamp: new Date().toISOString(),
      columns: [],
      errors: null,
    };
    this.#onChange(key, { ids: [id], data: { ...about, ...change } });
  }
}
