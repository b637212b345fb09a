// The list: `items` in their order, and in `got` the ids of those in the basket. Lists merge, so that two people who add or tick
// at the same time lose nothing.

import { load, save } from "./platform.js";

const OFTEN = "kago.often";
const OFTEN_KEPT = 60;
const NAME_LENGTH = 80;

export function createStore({ onChange, onRefused, onPending }) {
  const shared = window.gum?.shared ?? ownMap();
  shared.on("*", onChange);
  shared.onRefused(onRefused);
  shared.onPending(onPending);

  /** Anybody in the room may write anything: only what is an item is shown. */
  const items = () =>
    shared
      .items("items")
      .filter(({ value }) => typeof value?.name === "string" && value.name)
      .map(({ id, value }) => ({ id, name: value.name.slice(0, NAME_LENGTH) }));
  const got = () => new Set((shared.get("got") ?? []).filter((id) => typeof id === "string"));

  function setGot(id, isGot) {
    for (const entry of shared.items("got")) if (entry.value === id) shared.remove("got", entry.id);
    if (isGot) shared.push("got", id);
  }

  return {
    /** How often each name was bought here, by name. */
    get often() {
      const kept = load(OFTEN, {});
      return kept && typeof kept === "object" ? kept : {};
    },
    list() {
      const basket = got();
      return items().map((item) => ({ ...item, isGot: basket.has(item.id) }));
    },
    add(names) {
      const trimmed = names.map((name) => name.trim().slice(0, NAME_LENGTH)).filter(Boolean);
      if (trimmed.length) shared.push("items", ...trimmed.map((name) => ({ name })));
    },
    tick(id, isGot) {
      shared.batch(() => setGot(id, isGot));
    },
    /** Returns a function that puts it back. */
    remove(id) {
      const at = items().findIndex((item) => item.id === id);
      const item = this.list()[at];
      if (!item) return () => {};
      shared.batch(() => {
        setGot(id, false);
        shared.remove("items", id);
      });
      return () =>
        shared.batch(() => {
          const [back] = shared.insert("items", at, { name: item.name });
          if (item.isGot) setGot(back, true);
        });
    },
    /** Takes what is in the basket off the list. Returns their number and a function that puts them back. */
    clear() {
      const done = this.list().filter((item) => item.isGot);
      const { often } = this;
      for (const { name } of done) often[name] = (often[name] ?? 0) + 1;
      const kept = Object.entries(often).sort(([, a], [, b]) => b - a);
      save(OFTEN, Object.fromEntries(kept.slice(0, OFTEN_KEPT)));
      shared.batch(() => {
        for (const { id } of done) {
          setGot(id, false);
          shared.remove("items", id);
        }
      });
      const back = () =>
        shared.batch(() => {
          const ids = shared.push("items", ...done.map(({ name }) => ({ name })));
          for (const id of ids) setGot(id, true);
        });
      return { count: done.length, back };
    },
  };
}

/** The part of `gum.shared` that the app uses, for an ordinary browser tab. */
function ownMap() {
  const KEY = "kago.list";
  const lists = load(KEY, {});
  const listeners = new Set();
  const listOf = (key) => (lists[key] ??= []);
  const changed = (key) => {
    save(KEY, lists);
    for (const listener of listeners) listener(key);
  };
  const insert = (key, at, ...values) => {
    const made = values.map((value) => ({ id: crypto.randomUUID(), value }));
    listOf(key).splice(at, 0, ...made);
    changed(key);
    return made.map(({ id }) => id);
  };
  return {
    items: (key) => [...listOf(key)],
    get: (key) => listOf(key).map(({ value }) => value),
    insert,
    push: (key, ...values) => insert(key, listOf(key).length, ...values),
    remove(key, id) {
      lists[key] = listOf(key).filter((item) => item.id !== id);
      changed(key);
    },
    batch: (work) => work(),
    on: (_, listener) => listeners.add(listener),
    onRefused: () => {},
    onPending: () => {},
  };
}
