// The boards. Counts are derived: each tap is an entry in the board's log and can be undone.

import { load, save } from "./platform.js";

const KEY = "headcount.boards";
const SAVE_AFTER_MS = 250;
/** Older taps are removed from the log but still count. */
const LOG_LENGTH = 3000;
export const COLOURS = 8;

const id = () => Date.now().toString(36) + Math.random().toString(36).slice(2, 7);
const makeItem = (name, color) => ({ id: id(), name, color, count: 0 });

export function makeBoard({ title, items }) {
  return { id: id(), title, items: items.map((name, i) => makeItem(name, i % COLOURS)), log: [] };
}

export function createStore({ first, onChange, onFailed }) {
  const kept = load(KEY, null);
  const usable = Array.isArray(kept?.boards) && kept.boards.every((board) => Array.isArray(board?.items));
  let boards = usable && kept.boards.length ? kept.boards : [makeBoard(first)];
  let openId = boards.some((board) => board.id === kept?.openId) ? kept.openId : boards[0].id;
  let timer = 0;

  function flush() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    if (!save(KEY, { v: 1, boards, openId })) onFailed();
  }

  function changed(what) {
    clearTimeout(timer);
    timer = setTimeout(flush, SAVE_AFTER_MS);
    onChange(what);
  }

  const board = () => boards.find((each) => each.id === openId);
  const find = (itemId) => board().items.find((item) => item.id === itemId);

  return {
    flush,
    find,
    get board() {
      return board();
    },
    get boards() {
      return boards;
    },
    total: () => board().items.reduce((sum, item) => sum + item.count, 0),
    /** Returns by how much the count changed. */
    count(itemId, by) {
      const item = find(itemId);
      if (!item || item.count + by < 0) return 0;
      item.count += by;
      board().log = [...board().log.slice(1 - LOG_LENGTH), { t: Date.now(), i: itemId, by, n: item.count }];
      changed("count");
      return by;
    },
    /** Undoes the last tap. Returns its item, or null. */
    undo() {
      const { log } = board();
      const last = log.at(-1);
      const item = last && find(last.i);
      if (!last) return null;
      board().log = log.slice(0, -1);
      if (item) item.count = Math.max(0, item.count - last.by);
      changed("count");
      return item ?? null;
    },
    rename(title) {
      board().title = title;
      changed("title");
    },
    addItem(name) {
      const used = board().items.map((item) => item.color);
      const free = [...Array(COLOURS).keys()].find((color) => !used.includes(color)) ?? used.length % COLOURS;
      const item = makeItem(name, free);
      board().items.push(item);
      changed("items");
      return item;
    },
    setItem(itemId, change) {
      Object.assign(find(itemId), change);
      changed("name" in change ? "title" : "items");
    },
    moveItem(itemId, by) {
      const { items } = board();
      const from = items.findIndex((item) => item.id === itemId);
      const to = from + by;
      if (!items[to]) return;
      [items[from], items[to]] = [items[to], items[from]];
      changed("items");
    },
    /** Removes an item with its taps. Returns a function that restores it. */
    removeItem(itemId) {
      const target = board();
      const before = { items: [...target.items], log: target.log };
      target.items = target.items.filter((item) => item.id !== itemId);
      target.log = target.log.filter((tap) => tap.i !== itemId);
      changed("items");
      return () => {
        Object.assign(target, before);
        changed("items");
      };
    },
    reset() {
      const target = board();
      const before = { items: target.items, log: target.log };
      target.items = target.items.map((item) => ({ ...item, count: 0 }));
      target.log = [];
      changed("items");
      return () => {
        Object.assign(target, before);
        changed("items");
      };
    },
    open(boardId) {
      openId = boardId;
      changed("items");
    },
    addBoard(template) {
      const made = makeBoard(template);
      boards = [...boards, made];
      openId = made.id;
      changed("items");
    },
    removeBoard() {
      const before = { boards, openId };
      const index = boards.findIndex((each) => each.id === openId);
      boards = boards.filter((each) => each.id !== openId);
      if (!boards.length) boards = [makeBoard(first)];
      openId = boards[Math.min(index, boards.length - 1)].id;
      changed("items");
      return () => {
        ({ boards, openId } = before);
        changed("items");
      };
    },
  };
}

/** Rounded percentages. Equal counts get equal percentages, even if the sum is then 99 or 101. */
export function percents(items) {
  const total = items.reduce((sum, item) => sum + item.count, 0);
  return items.map((item) => (total ? Math.round((item.count / total) * 100) : 0));
}
