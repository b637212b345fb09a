// The drawing of a room, worked out from its log: the same for everybody. Untrusted: every update; what is no
// change, or changes somebody else's strokes, leaves the drawing as it was.

import { encode, isColor, readStroke } from "./stroke.js";

export const PATTERNS = ["plain", "dots", "grid", "lines"];
/** The newest strokes, up to so many characters, can be taken back; a snapshot has older ones as pixels. */
const KEPT_CHARS = 600_000;
const ENTRY_CHARS = 60;
const ID_CHARS = 24;
const OPS_MAX = 2_000;
const AUTHORS_MAX = 50;

const isId = (value) => typeof value === "string" && value !== "" && value.length <= ID_CHARS;

/**
 * `fixed` are the strokes that stay, below those in `kept`: {id, by, stroke, chars, isHidden}, in the order
 * of the log.
 */
export function emptyDrawing() {
  return {
    paper: { color: "#ffffff", pattern: "plain" },
    base: null,
    fixed: [],
    kept: [],
    chars: 0,
    authors: [],
  };
}

/** Changes the drawing by an update of the log. */
export function hear(drawing, { from, payload }) {
  if (typeof from !== "string" || !from || !Array.isArray(payload?.ops)) return;
  for (const op of payload.ops.slice(0, OPS_MAX)) {
    if (op?.do === "ink") addStroke(drawing, from, op);
    else if (op?.do === "hide" || op?.do === "show") {
      const ids = new Set(Array.isArray(op.ids) ? op.ids : []);
      for (const entry of drawing.kept)
        if (entry.by === from && ids.has(entry.id)) entry.isHidden = op.do === "hide";
    } else if (op?.do === "paper" && isColor(op.color) && PATTERNS.includes(op.pattern))
      drawing.paper = { color: op.color, pattern: op.pattern };
  }
}

function addStroke(drawing, by, op) {
  const stroke = isId(op.id) && !drawing.kept.some(({ id }) => id === op.id) ? readStroke(op) : null;
  if (!stroke) return;
  const chars = op.d.length + ENTRY_CHARS;
  drawing.kept.push({ id: op.id, by, stroke, chars, isHidden: false });
  drawing.chars += chars;
  drawing.authors = [...drawing.authors.filter((author) => author !== by), by].slice(-AUTHORS_MAX);
  while (drawing.chars > KEPT_CHARS) {
    const oldest = drawing.kept.shift();
    drawing.chars -= oldest.chars;
    if (!oldest.isHidden) drawing.fixed.push(oldest.stroke);
  }
}

/**
 * The strokes to be seen, with what is on its way to the room.
 * @param pending own changes that the log does not have yet
 */
export function visibleStrokes({ fixed, kept }, pending, me) {
  const hidden = new Map();
  const added = [];
  for (const op of pending) {
    if (op.do === "ink") added.push(op);
    if (op.do === "hide" || op.do === "show") for (const id of op.ids) hidden.set(id, op.do === "hide");
  }
  const isShown = ({ id, by, isHidden }) => !(by === me ? (hidden.get(id) ?? isHidden) : isHidden);
  return [
    ...fixed,
    ...kept.filter(isShown).map(({ stroke }) => stroke),
    ...added.filter(({ id }) => !hidden.get(id)).map(({ stroke }) => stroke),
  ];
}

/** An own update that an earlier run has sent and the log does not have yet; null if it is none. */
export function readPending(payload) {
  if (typeof payload?.id !== "string" || !Array.isArray(payload.ops)) return null;
  const ops = payload.ops
    .filter((op) => op?.do === "ink" || op?.do === "paper" || Array.isArray(op?.ids))
    .map((op) => (op.do === "ink" ? { ...op, stroke: readStroke(op) } : op));
  return { id: payload.id, ops: ops.filter(({ stroke }) => stroke !== null), sent: true };
}

/** Own strokes that can be taken back, oldest first, as ids. */
export function ownStrokes({ kept }, pending, me) {
  const own = kept.filter(({ by, isHidden }) => by === me && !isHidden).map(({ id }) => id);
  for (const op of pending) {
    if (op.do === "ink") own.push(op.id);
    if (op.do === "hide") for (const id of op.ids) own.splice(own.indexOf(id), own.includes(id) ? 1 : 0);
    if (op.do === "show") own.push(...op.ids);
  }
  return own;
}

/** For a snapshot of the room; the fixed strokes are in the picture `base`. */
export const writeDrawing = ({ paper, kept, authors }, base) => ({
  v: 1,
  paper,
  base,
  authors,
  kept: kept.map(({ id, by, stroke, isHidden }) => ({ id, by, hidden: isHidden, ...encode(stroke) })),
});

/** Returns null for what is no drawing. */
export function readDrawing(value) {
  const { v, paper, base, authors, kept } = value ?? {};
  if (v !== 1 || !Array.isArray(kept) || !isColor(paper?.color) || !PATTERNS.includes(paper.pattern))
    return null;
  const isPicture =
    base === null || (typeof base === "string" && /^data:image\/(webp|png);base64,/.test(base));
  if (!isPicture) return null;
  const drawing = { ...emptyDrawing(), paper: { color: paper.color, pattern: paper.pattern }, base };
  for (const entry of kept) {
    if (typeof entry?.by !== "string") continue;
    addStroke(drawing, entry.by, entry);
    const added = drawing.kept.at(-1);
    if (added && added.id === entry.id && entry.hidden === true) added.isHidden = true;
  }
  if (Array.isArray(authors))
    drawing.authors = authors.filter((author) => typeof author === "string").slice(-AUTHORS_MAX);
  return drawing;
}
