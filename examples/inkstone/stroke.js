// A stroke as it is kept and sent.

/** Delta-encodes points as integers, which takes about a third of the characters. */
export function encode({ tool, color, size, points }) {
  let [x, y, p] = [0, 0, 0];
  const numbers = [];
  for (let i = 0; i < points.length; i += 3) {
    const [nx, ny, np] = [
      Math.round(points[i] * 4),
      Math.round(points[i + 1] * 4),
      Math.round(points[i + 2] * 50),
    ];
    numbers.push(nx - x, ny - y, np - p);
    [x, y, p] = [nx, ny, np];
  }
  return { t: tool, c: color, s: size, d: numbers.join(" ") };
}

export function decode({ t, c, s, d }) {
  const points = [];
  let sum = [0, 0, 0];
  d.split(" ").forEach((number, i) => {
    sum[i % 3] += Number(number);
    points.push(sum[i % 3] / (i % 3 === 2 ? 50 : 4));
  });
  return { tool: t, color: c, size: s, points };
}

const TOOLS = ["pen", "brush", "marker", "eraser"];
const SIZE_MAX = 64;
/** A point may lie beside the sheet, but not anywhere. */
const REACH = 4000;
export const STROKE_CHARS = 100_000;

export const isColor = (value) => typeof value === "string" && /^#[0-9a-f]{6}$/.test(value);

/** Untrusted: what another member's app has written. Returns null for what is no stroke. */
export function readStroke(value) {
  const { t, c, s, d } = value ?? {};
  const isStroke =
    TOOLS.includes(t) &&
    isColor(c) &&
    Number.isFinite(s) &&
    s > 0 &&
    s <= SIZE_MAX &&
    typeof d === "string" &&
    d.length <= STROKE_CHARS &&
    /^-?\d{1,6}( -?\d{1,6})*$/.test(d);
  const stroke = isStroke ? decode({ t, c, s, d }) : null;
  const isWhole = stroke?.points.length % 3 === 0 && stroke.points.every((n) => Math.abs(n) <= REACH);
  return isWhole ? stroke : null;
}

/** Leaves out points of a stroke that is too long to be sent. */
export function encodeShort(stroke) {
  let encoded = encode(stroke);
  let { points } = stroke;
  while (encoded.d.length > STROKE_CHARS) {
    points = points.filter((_, i) => Math.floor(i / 3) % 2 === 0 || i >= points.length - 3);
    encoded = encode({ ...stroke, points });
  }
  return encoded;
}
