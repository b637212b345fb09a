// The poll of a room: everybody sees the same question and has one vote, which they can move or take back. The interface is that
// of the boards in store.js.

import { COLOURS } from "./store.js";

const OPTION = "option/";
const VOTE = "vote/";
const TITLE_LENGTH = 120;
const NAME_LENGTH = 60;

export function createPoll({ room, shared, first, onChange, onFailed }) {
  const own = VOTE + room.me;
  let board = read();

  // Members of the room may write anything: what is no option or vote is passed over.
  function read() {
    const text = (value, length) => (typeof value === "string" ? value.slice(0, length) : "");
    const entries = shared.entries();
    const items = entries
      .filter(([key, value]) => key.startsWith(OPTION) && value && typeof value === "object")
      .map(([key, { name, color, at }]) => ({
        id: key.slice(OPTION.length),
        name: text(name, NAME_LENGTH),
        color: Number.isInteger(color) && color >= 0 && color < COLOURS ? color : 0,
        at: Number.isFinite(at) ? at : 0,
        count: 0,
      }))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
    if (!items.length)
      items.push(
        ...first.items.map((name, at) => ({ id: String(at), name, color: at % COLOURS, at, count: 0 })),
      );
    const log = entries
      .filter(([key, vote]) => key.startsWith(VOTE) && items.some((item) => item.id === vote?.option))
      .map(([, { option, at }]) => ({ t: Number.isFinite(at) ? Math.abs(at) % 8e15 : 0, i: option, by: 1 }))
      .sort((a, b) => a.t - b.t);
    for (const vote of log) vote.n = items.find((item) => item.id === vote.i).count += 1;
    return {
      id: "poll",
      title: shared.has("title") ? text(shared.get("title"), TITLE_LENGTH) : first.title,
      items,
      log,
      mine: shared.get(own)?.option ?? null,
    };
  }

  function change(work) {
    try {
      shared.batch(() => {
        // The question that is shown becomes everybody's with the first vote or edit. Two who do so write the same keys.
        if (!shared.keys().some((key) => key.startsWith(OPTION))) {
          for (const { id, name, color, at } of board.items) shared.set(OPTION + id, { name, color, at });
          if (!shared.has("title")) shared.set("title", board.title);
        }
        work();
      });
    } catch (error) {
      onFailed(error.code);
    }
  }

  const find = (id) => board.items.find((item) => item.id === id);
  const write = (id, { name, color, at }) => shared.set(OPTION + id, { name, color, at });

  shared.on("*", () => {
    board = read();
    onChange();
  });
  shared.onRefused(({ code }) => onFailed(code));
  room.onChange?.(onChange);

  return {
    isPoll: true,
    find,
    flush() {},
    get board() {
      return board;
    },
    get boards() {
      return [board];
    },
    total: () => board.log.length,
    /** Moves the own vote, or takes it back from where it is. Returns by how much the option's count changes. */
    count(id, by) {
      const isMine = board.mine === id;
      if (!find(id) || (by < 0 && !isMine)) return 0;
      change(() => (isMine ? shared.delete(own) : shared.set(own, { option: id, at: Date.now() })));
      return (board.mine === id) === isMine ? 0 : isMine ? -1 : 1;
    },
    undo() {
      const item = find(board.mine);
      change(() => shared.delete(own));
      return item ?? null;
    },
    rename: (title) => change(() => shared.set("title", title.slice(0, TITLE_LENGTH))),
    addItem(name) {
      const { items } = board;
      const id = crypto.getRandomValues(new Uint32Array(2)).join("");
      const free = [...Array(COLOURS).keys()].find((color) => !items.some((item) => item.color === color));
      change(() => write(id, { name, color: free ?? items.length % COLOURS, at: items.at(-1).at + 1 }));
      return find(id) ?? items.at(-1);
    },
    setItem: (id, changes) => change(() => write(id, { ...find(id), ...changes })),
    moveItem(id, by) {
      const from = board.items.findIndex((item) => item.id === id);
      const order = [...board.items];
      if (!order[from + by]) return;
      [order[from], order[from + by]] = [order[from + by], order[from]];
      change(() => order.forEach((item, at) => item.at !== at && write(item.id, { ...item, at })));
    },
    removeItem(id) {
      const item = find(id);
      change(() => shared.delete(OPTION + id));
      return () => change(() => write(id, item));
    },
    reset() {
      const votes = shared.entries().filter(([key]) => key.startsWith(VOTE));
      change(() => votes.forEach(([key]) => shared.delete(key)));
      return () => change(() => votes.forEach(([key, vote]) => shared.has(key) || shared.set(key, vote)));
    },
  };
}
