// The list of notes: rows, tags, times and highlighted search terms.

import { locale } from "./platform.js";
import { fold, tagsOf } from "./store.js";

const TAG = /(^|\s)#[\p{L}\p{N}_-]+/gu;
const clock = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" });
const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
const year = new Intl.DateTimeFormat(locale, { year: "numeric", month: "short", day: "numeric" });

export function shortTime(time, t, now = new Date()) {
  const date = new Date(time);
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  if (time >= midnight) return clock.format(date);
  if (time >= midnight - 864e5) return t("yesterday");
  if (time >= midnight - 6 * 864e5) return weekday.format(date);
  return (date.getFullYear() === now.getFullYear() ? day : year).format(date);
}

export function renderList(box, { notes, openId, query, t, onOpen }) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  box.replaceChildren();
  const groups = [
    [t("pinned"), notes.filter((note) => note.pinned)],
    [t("notes"), notes.filter((note) => !note.pinned)],
  ].filter(([, members]) => members.length);

  for (const [name, members] of groups) {
    const list = document.createElement("ul");
    list.setAttribute("aria-label", name);
    if (groups.length > 1) {
      const heading = document.createElement("h2");
      heading.textContent = name;
      box.append(heading);
    }
    for (const note of members) list.append(row(note, { open: note.id === openId, query, t, onOpen }));
    box.append(list);
  }
  if (focused) box.querySelector(`[data-id="${focused}"]`)?.focus({ preventScroll: true });
}

function row(note, { open, query, t, onOpen }) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.className = "row";
  button.dataset.id = note.id;
  if (open) button.setAttribute("aria-current", "true");
  const title = document.createElement("b");
  title.append(...marked(note.title || t("untitled"), query));
  const time = document.createElement("time");
  time.dateTime = new Date(note.updatedAt).toISOString();
  time.textContent = shortTime(note.updatedAt, t);
  const text = document.createElement("span");
  text.className = "snippet";
  text.append(...marked(snippet(note.body, query) || t("noText"), query));
  button.append(title, time, text);
  const tags = tagsOf(note).slice(0, 3);
  if (tags.length) {
    const line = document.createElement("span");
    line.className = "row-tags";
    line.textContent = tags.map((tag) => `#${tag}`).join("  ");
    button.append(line);
  }
  button.addEventListener("click", () => onOpen(note.id));
  item.append(button);
  return item;
}

/** An excerpt without Markdown: the start of the text, or the place of the first search match. */
function snippet(body, query) {
  const plain = body
    .replace(/^\s*(#{1,3}|>|[-*・]|\d+[.)])\s+/gm, "")
    .replace(/\[(?: |x|X|)\]\s?/g, "")
    .replace(/\*\*|~~|`/g, "")
    .replace(TAG, "")
    .replace(/\s+/g, " ")
    .trim();
  const word = fold(query).split(/\s+/)[0];
  const at = word ? fold(plain).indexOf(word) : -1;
  return at > 40 ? `…${plain.slice(at - 24, at + 120)}` : plain.slice(0, 140);
}

function marked(text, query) {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (!words.length) return [text];
  const pattern = new RegExp(
    `(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})`,
    "gi",
  );
  return text.split(pattern).map((part, i) => {
    if (i % 2 === 0) return part;
    const mark = document.createElement("mark");
    mark.textContent = part;
    return mark;
  });
}

export function renderTags(box, { tags, chosen, onChoose }) {
  box.hidden = !tags.length;
  box.replaceChildren(
    ...tags.map((tag) => {
      const chip = document.createElement("button");
      chip.className = "chip";
      chip.textContent = `#${tag}`;
      chip.setAttribute("aria-pressed", tag === chosen);
      chip.addEventListener("click", () => onChoose(tag === chosen ? null : tag));
      return chip;
    }),
  );
}
