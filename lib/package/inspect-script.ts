import type { EntryNotes } from "./inspection-notes";
import { scanHtml } from "./html-scan";
import { isThreadWorker, mayNeedThreads, THREAD_WORDS } from "./inspect-threads";
import { HOLE, scanScript, type ScriptText } from "./script-scan";

/** How much of the code before a string is searched to see what the string is for. */
const CONTEXT_CHARS = 64;

/** In a string without a tag it is a part of markup that is put together at run time. */
const HANDLER = /(?:^|[\s"'/\\])(on[a-z]{3,30})\s*=/i;
const SETS_ATTRIBUTE = /\.setAttribute\s*\(\s*$/;
const TIMER = /\bset(?:Timeout|Interval)\s*\(\s*$/;
const GUM_FETCH = /\bgum\s*\.\s*fetch\s*\(\s*$/;
const REQUEST = /\b(?:fetch|WebSocket|EventSource|sendBeacon)\s*\(\s*$|\.open\s*\(\s*["'`]\w+["'`]\s*,\s*$/;
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*$/;
const LOAD = /\b(?:import|importScripts|(?:Shared)?Worker|Audio|addModule)\s*\(\s*$|\.src\s*=\s*$/;

/**
 * Scans a script: which features it uses, which URLs it contains, which handlers it creates from strings.
 * @param base offset of the script in its entry (0 for a .js file).
 */
export function inspectScript(text: string, base: number, notes: EntryNotes): void {
  /** The attribute that a `setAttribute("on…", ` is about to set. */
  let attributeSet: string | null = null;
  if (isThreadWorker(notes.entry, text)) notes.need("threads", base);

  scanScript(text, {
    word(word, at, end) {
      attributeSet = null;
      const check = WORDS.get(word);
      if (check)
        check(text, at, end, (need) => {
          if (need !== "threads" || mayNeedThreads(notes.entry)) notes.need(need, base + at);
        });
    },
    text(raw, at, read) {
      const pending = attributeSet;
      attributeSet = null;
      if (pending !== null) {
        const { value } = read();
        if (value.includes(HOLE)) notes.dynamicHandler(pending, base + at);
        else notes.handler(pending, value, "script", base + at);
        return;
      }
      if (/^on[a-z]{3,30}$/i.test(raw) && SETS_ATTRIBUTE.test(before(text, at))) {
        attributeSet = raw.toLowerCase();
        if (!/^\s*,\s*["'`]/.test(text.slice(at + raw.length + 1, at + raw.length + 40))) {
          notes.dynamicHandler(attributeSet, base + at);
        }
        return;
      }
      if (TIMER.test(before(text, at))) notes.need("eval", base + at);
      if (raw.includes("/") && !raw.startsWith(" ")) inspectAddress(read, before(text, at), base + at, notes);
      const handler = raw.includes("=") ? HANDLER.exec(raw) : null;
      if (handler && raw.includes("<")) inspectMarkup(read(), base, notes);
      else if (handler) notes.dynamicHandler(handler[1]!.toLowerCase(), base + at);
    },
  });
}

function inspectAddress(read: () => ScriptText, context: string, offset: number, notes: EntryNotes): void {
  const { value } = read();
  if (STATIC_IMPORT.test(context)) {
    // An import map resolves bare specifiers.
    if (/^(?:\.{0,2}\/|https?:)/.test(value)) notes.address(value, "load", offset);
    return;
  }
  const outside = /^(?:https?:|wss?:)?\/\//i.test(value);
  if (GUM_FETCH.test(context)) notes.address(value, "gum-fetch", offset);
  else if (LOAD.test(context)) notes.address(value, "load", offset);
  else if (outside && REQUEST.test(context)) notes.address(value, "request", offset);
  else if (outside && /^[^\s]+$/.test(value)) notes.address(value, "text", offset);
}

/** Closes a tag or attribute that continues in another string, whichever quotes it has. After complete markup it is text. */
const CLOSING = `${HOLE}"'>`;

/** Markup in a string, probably for innerHTML: its handlers run only if their hashes are allowed. */
function inspectMarkup({ value, at }: ScriptText, base: number, notes: EntryNotes): void {
  scanHtml(value + CLOSING, (tag) => {
    for (const attribute of tag.attributes) {
      if (!/^on[a-z]{3,30}$/.test(attribute.name)) continue;
      if (attribute.value.includes(HOLE)) notes.dynamicHandler(attribute.name, base + at);
      else notes.handler(attribute.name, attribute.value, "script", base + at);
    }
  });
}

type Need = Parameters<EntryNotes["need"]>[0];
type WordCheck = (text: string, at: number, end: number, need: (need: Need) => void) => void;

const always =
  (name: Need): WordCheck =>
  (_text, _at, _end, need) =>
    need(name);

/** `eval(…)`, `window.eval`, `(0, eval)(…)`, but not a method of that name on another object. */
const evalWord: WordCheck = (text, at, end, need) => {
  const owner = /(?:^|[^\w$.])(?:window|self|globalThis)\s*\.\s*$/.test(before(text, at));
  if (text[at - 1] === "." && !owner) return;
  const next = text.slice(end, end + 8).trimStart()[0];
  if (owner || next === "(" || (next === ")" && /,\s*$/.test(before(text, at)))) need("eval");
};

const WORDS = new Map<string, WordCheck>([
  // `(() => {}).constructor("…")` is `Function("…")`.
  [
    "constructor",
    (text, at, end, need) =>
      void (text[at - 1] === "." && /^\s*\(\s*["'`]/.test(text.slice(end, end + 8)) && need("eval")),
  ],
  ["eval", evalWord],
  [
    "Function",
    (text, at, end, need) => {
      const owned = text[at - 1] === "." && !/(?:window|self|globalThis)\.$/.test(before(text, at));
      if (
        !owned &&
        text
          .slice(end, end + 8)
          .trimStart()
          .startsWith("(")
      )
        need("eval");
    },
  ],
  ["WebAssembly", always("wasm")],
  ["Worker", (text, at, _end, need) => void (/\bnew\s+$/.test(before(text, at)) && need("workers"))],
  ["SharedWorker", (text, at, _end, need) => void (/\bnew\s+$/.test(before(text, at)) && need("workers"))],
  ["audioWorklet", always("workers")],
  ["import", (text, _at, end, need) => void (/^\s*[(.]/.test(text.slice(end, end + 8)) && need("modules"))],
  ["indexedDB", always("indexedDB")],
  ["localStorage", always("storage")],
  ["sessionStorage", always("storage")],
  ["requestFullscreen", always("fullscreen")],
  ["clipboard", (text, at, _end, need) => void (text[at - 1] === "." && need("clipboard"))],
  ...THREAD_WORDS,
]);

function before(text: string, at: number): string {
  // A string begins after its quote.
  const end = /["'`]/.test(text[at - 1] ?? "") ? at - 1 : at;
  return text.slice(Math.max(0, end - CONTEXT_CHARS), end);
}
