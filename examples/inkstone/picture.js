// The picture as data: its sheet, strokes and undo history. Independent of the screen.

import { load, save } from "./platform.js";
import { drawStroke } from "./brush.js";
import { decode, encode } from "./stroke.js";

const KEY = "inkstone.picture";
/** Above this many characters, the oldest strokes are flattened to pixels, because storage is limited. */
const FLATTEN_ABOVE = 700_000;
const FLATTEN_TO = 350_000;

export function createPicture({ onSaveFailed }) {
  let sheet = { w: 0, h: 0, color: "#ffffff", pattern: "plain" };
  let strokes = [];
  let base = null;
  let done = [];
  let undone = [];
  let timer = 0;

  function commit(step) {
    step.apply();
    done.push(step);
    undone = [];
    saveSoon();
  }

  function saveSoon() {
    clearTimeout(timer);
    timer = setTimeout(saveNow, 350);
  }

  function saveNow() {
    clearTimeout(timer);
    timer = 0;
    const encoded = strokes.map(encode);
    flattenIfLarge(encoded);
    const kept = { v: 1, sheet, base: base?.src ?? null, strokes: encoded };
    if (!save(KEY, kept)) onSaveFailed();
  }

  function flattenIfLarge(encoded) {
    const length = (list) => list.reduce((sum, stroke) => sum + stroke.d.length + 40, 0);
    if (length(encoded) < FLATTEN_ABOVE) return;
    const canvas = document.createElement("canvas");
    canvas.width = sheet.w * 2;
    canvas.height = sheet.h * 2;
    const context = canvas.getContext("2d");
    context.scale(2, 2);
    if (base) context.drawImage(base.image, 0, 0, sheet.w, sheet.h);
    while (strokes.length && length(encoded) > FLATTEN_TO) {
      drawStroke(context, strokes[0]);
      strokes = strokes.slice(1);
      encoded.shift();
    }
    base = { image: canvas, src: canvas.toDataURL("image/webp", 0.92) };
    done = strokes.map((stroke) => strokeStep(stroke));
    undone = [];
  }

  const strokeStep = (stroke) => ({
    apply: () => strokes.push(stroke),
    revert: () => strokes.pop(),
  });

  return {
    get sheet() {
      return sheet;
    },
    get strokes() {
      return strokes;
    },
    get base() {
      return base;
    },
    isClosed: false,
    get isEmpty() {
      return !strokes.length && !base;
    },
    get canUndo() {
      return done.length > 0;
    },
    get canRedo() {
      return undone.length > 0;
    },
    addStroke: (stroke) => commit(strokeStep(stroke)),
    clear() {
      const before = { strokes, base };
      commit({
        apply: () => ([strokes, base] = [[], null]),
        revert: () => ({ strokes, base } = before),
      });
    },
    setPaper(change) {
      const before = sheet;
      const after = { ...sheet, ...change };
      commit({ apply: () => (sheet = after), revert: () => (sheet = before) });
    },
    /** Only an empty sheet changes its aspect ratio; one with strokes keeps it and is scaled. */
    reshape(w, h) {
      sheet = { ...sheet, w, h };
    },
    undo() {
      const step = done.pop();
      if (!step) return false;
      step.revert();
      undone.push(step);
      saveSoon();
      return true;
    },
    redo() {
      const step = undone.pop();
      if (!step) return false;
      step.apply();
      done.push(step);
      saveSoon();
      return true;
    },
    flush: () => timer && saveNow(),
    async restore() {
      const kept = load(KEY, null);
      if (kept?.v !== 1) return;
      try {
        strokes = kept.strokes.map(decode);
        sheet = kept.sheet;
        done = strokes.map((stroke) => strokeStep(stroke));
        if (kept.base) {
          const image = new Image();
          image.src = kept.base;
          await image.decode();
          base = { image, src: kept.base };
        }
      } catch {
        [strokes, done, base] = [[], [], null];
      }
    },
  };
}
