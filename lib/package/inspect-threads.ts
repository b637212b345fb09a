/** Finds code that needs threads (SharedArrayBuffer). Many libraries use them only where they are, which is no need. */

/** How much of the code before and after a word is looked at. */
const CONTEXT_CHARS = 64;
const OPTIONS_CHARS = 300;

/** Code that tests for threads works without them. No two runs of spaces may meet: that takes quadratic time. */
const ASKS =
  /\btypeof\s*(?:\(\s*)?SharedArrayBuffer\b|\b(?:window|self|globalThis|global)\s*\??\.\s*SharedArrayBuffer\b|["']SharedArrayBuffer["']|\bcrossOriginIsolated\b/;
/** As small a buffer is a test, or a way to sleep. */
const SMALL = /^\s*\(\s*\d{1,2}\s*\)/;

/** Flutter has it in every build, and loads it only where there are threads. */
const CHOSEN_BY_LOADER = /(?:^|\/)canvaskit\/skwasm\w*\.m?js$/;

/** Whether threads that the code of a file asks for may be a need. */
export const mayNeedThreads = (path: string): boolean => !CHOSEN_BY_LOADER.test(path);

let asked = { text: "", asks: false };
/** A text has the word many times. */
function asksFirst(text: string): boolean {
  if (asked.text !== text) asked = { text, asks: ASKS.test(text) };
  return asked.asks;
}

type WordCheck = (text: string, at: number, end: number, need: (need: "threads") => void) => void;

/** The checks by the word that a scan meets. */
export const THREAD_WORDS: readonly (readonly [string, WordCheck])[] = [
  [
    "SharedArrayBuffer",
    (text, at, end, need) => {
      const before = text.slice(Math.max(0, at - CONTEXT_CHARS), at);
      if (!/\bnew\s+$/.test(before) || /\btry\s*\{[^}]*$/.test(before)) return;
      if (!SMALL.test(text.slice(end, end + CONTEXT_CHARS)) && !asksFirst(text)) need("threads");
    },
  ],
  [
    "Memory",
    (text, at, end, need) => {
      if (!/\bWebAssembly\s*\.\s*$/.test(text.slice(Math.max(0, at - CONTEXT_CHARS), at))) return;
      const options = /^\s*\(\s*\{[^}]*\}/.exec(text.slice(end, end + OPTIONS_CHARS))?.[0] ?? "";
      if (!/\bshared["']?\s*:\s*(?:true\b|!0)/.test(options)) return;
      // A memory of at most one page is a test, or gives away the class of its buffer.
      if (!/\binitial["']?\s*:\s*[01]\b/.test(options) && !asksFirst(text)) need("threads");
    },
  ],
  // Only builds of Emscripten with threads assign it, and those stop without them.
  [
    "ENVIRONMENT_IS_PTHREAD",
    (text, _at, end, need) => void (/^\s*=(?!=)/.test(text.slice(end, end + 8)) && need("threads")),
  ],
  // In the page of Godot's export.
  [
    "GODOT_THREADS_ENABLED",
    (text, _at, end, need) =>
      void (/^\s*=\s*(?:true\b|!0)/.test(text.slice(end, end + 16)) && need("threads")),
  ],
];

/** The script that Emscripten writes beside a build with threads. */
export const isThreadWorker = (path: string, text: string): boolean =>
  /\.worker\.m?js$/i.test(path) && /pthread/i.test(text);
