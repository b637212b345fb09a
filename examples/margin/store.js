// The notes: kept in one place, saved shortly after each change; deletions can be undone.

import { load, save } from "./platform.js";

const KEY = "margin.notes";
const SAVE_AFTER_MS = 300;

export function createStore({ welcome, onSaving, onSaved, onFailed }) {
  const read = () => {
    const kept = load(KEY, null);
    return Array.isArray(kept?.notes) ? kept.notes.filter(isNote) : null;
  };
  let notes = read() ?? [make({ ...welcome, pinned: false })];
  let timer = 0;
  // Ids of the notes that differ from what is saved.
  let unsaved = new Set();

  function make(parts = {}) {
    const now = Date.now();
    const id = now.toString(36) + Math.random().toString(36).slice(2, 8);
    return { id, title: "", body: "", pinned: false, createdAt: now, updatedAt: now, ...parts };
  }

  function saveSoon(id) {
    unsaved.add(id);
    onSaving();
    clearTimeout(timer);
    timer = setTimeout(flush, SAVE_AFTER_MS);
  }

  function flush() {
    if (!timer) return;
    clearTimeout(timer);
    timer = 0;
    if (!save(KEY, { v: 1, notes })) return onFailed();
    unsaved = new Set();
    onSaved();
  }

  const find = (id) => notes.find((note) => note.id === id) ?? null;

  return {
    find,
    flush,
    /** Takes over what another tab has saved; of notes that are not saved yet, this tab's state stays. */
    adopt() {
      const saved = read();
      if (!saved) return;
      const others = saved.filter(({ id }) => !unsaved.has(id));
      notes = [...notes.filter(({ id }) => unsaved.has(id)), ...others];
    },
    get size() {
      return notes.length;
    },
    /** Pinned notes first, then by the last edit; filtered by words (all must occur) and by a tag. */
    list({ query = "", tag = null } = {}) {
      const words = fold(query).split(/\s+/).filter(Boolean);
      return notes
        .filter((note) => {
          const text = fold(`${note.title}\n${note.body}`);
          return words.every((word) => text.includes(word)) && (!tag || tagsOf(note).includes(tag));
        })
        .sort((a, b) => b.pinned - a.pinned || b.updatedAt - a.updatedAt);
    },
    tags() {
      const counts = new Map();
      for (const note of notes) for (const tag of tagsOf(note)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
      return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag]) => tag);
    },
    create(parts) {
      const note = make(parts);
      notes = [note, ...notes];
      saveSoon(note.id);
      return note;
    },
    /** Only changes to the text count as an edit; pinning does not change a note's time. */
    update(id, change) {
      const note = find(id);
      if (!note) return null;
      Object.assign(note, change);
      if ("title" in change || "body" in change) note.updatedAt = Date.now();
      saveSoon(id);
      return note;
    },
    remove(id) {
      const note = find(id);
      notes = notes.filter((each) => each !== note);
      saveSoon(id);
      return () => {
        notes = [note, ...notes];
        saveSoon(id);
      };
    },
  };
}

export const fold = (text) => text.normalize("NFKC").toLowerCase();

/** Finds `#word` tags that are neither part of another word nor a heading. */
export function tagsOf({ body }) {
  const found = body.matchAll(/(?:^|[\s（(、。])#([\p{L}\p{N}_-]{1,30})/gu);
  return [...new Set([...found].map((match) => fold(match[1])))];
}

export function isNote(note) {
  return (
    note && typeof note.id === "string" && typeof note.title === "string" && typeof note.body === "string"
  );
}

export function toMarkdown(note, untitled) {
  return `# ${note.title || untitled}\n\n${note.body.trim()}\n`;
}
