// Draws strokes. A stroke is {tool, color, size, points}; points is a flat list: x, y, pressure, x, y, pressure…

const TOOLS = {
  pen: { width: (size, pressure) => size * (0.55 + 0.7 * pressure), alpha: 1, taper: 0 },
  brush: { width: (size, pressure) => size * (0.2 + 2.3 * pressure ** 1.4), alpha: 1, taper: 2.4 },
  marker: { width: (size) => size * 2.4, alpha: 0.38, even: true },
  eraser: { width: (size) => size * 2.2, alpha: 1, even: true },
};

export const isEven = (tool) => Boolean(TOOLS[tool].even);
export const alphaOf = (tool) => TOOLS[tool].alpha;

/** Draws a finished stroke: translucent for the marker, erasing for the eraser. */
export function drawStroke(context, stroke) {
  const { tool, points } = stroke;
  context.save();
  context.globalAlpha = alphaOf(tool);
  if (tool === "eraser") context.globalCompositeOperation = "destination-out";
  if (points.length === 3) drawDot(context, stroke);
  else if (isEven(tool)) drawEven(context, stroke);
  else drawVarying(context, stroke, { taperEnd: true });
  context.restore();
}

/** Draws a single path of one width, so a translucent stroke is not darker where it overlaps itself. */
export function drawEven(context, { tool, color, size, points }) {
  context.strokeStyle = color;
  context.lineWidth = TOOLS[tool].width(size);
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  context.moveTo(points[0], points[1]);
  for (let i = 3; i < points.length - 3; i += 3) {
    const [x, y] = [points[i], points[i + 1]];
    context.quadraticCurveTo(x, y, (x + points[i + 3]) / 2, (y + points[i + 4]) / 2);
  }
  context.lineTo(points[points.length - 3], points[points.length - 2]);
  context.stroke();
}

/**
 * Draws short segments whose width follows the pressure. `from` is the first point that is not drawn yet, so an unfinished
 * stroke costs only its new segments; returns the next `from`. A finished stroke is redrawn as a whole, with its taper.
 */
export function drawVarying(context, stroke, { from = 1, taperEnd = false } = {}) {
  const { points } = stroke;
  const count = points.length / 3;
  const width = widths(stroke, taperEnd);
  const last = taperEnd ? count - 1 : count - 2;
  context.strokeStyle = stroke.color;
  context.lineCap = context.lineJoin = "round";

  for (let i = from; i <= last; i++) {
    const start = middle(points, i - 1, i, i === 1 ? 0 : 0.5);
    const end = i === count - 1 ? at(points, i) : middle(points, i, i + 1, 0.5);
    const control = at(points, i);
    const startWidth = i === 1 ? width[0] : (width[i - 1] + width[i]) / 2;
    const endWidth = i === count - 1 ? width[i] : (width[i] + width[i + 1]) / 2;
    const reach =
      Math.hypot(control.x - start.x, control.y - start.y) + Math.hypot(end.x - control.x, end.y - control.y);
    const steps = Math.min(40, Math.max(1, Math.ceil(reach / 1.8)));
    let { x, y } = start;
    for (let step = 1; step <= steps; step++) {
      const r = step / steps;
      const nx = (1 - r) ** 2 * start.x + 2 * (1 - r) * r * control.x + r ** 2 * end.x;
      const ny = (1 - r) ** 2 * start.y + 2 * (1 - r) * r * control.y + r ** 2 * end.y;
      context.lineWidth = Math.max(0.4, startWidth + (endWidth - startWidth) * r);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(nx, ny);
      context.stroke();
      [x, y] = [nx, ny];
    }
  }
  return Math.max(from, last + 1);
}

function drawDot(context, { tool, color, size, points }) {
  context.fillStyle = color;
  context.beginPath();
  context.arc(
    points[0],
    points[1],
    Math.max(0.6, TOOLS[tool].width(size, Math.max(0.5, points[2])) / 2),
    0,
    7,
  );
  context.fill();
}

function widths({ tool, size, points }, taperEnd) {
  const { width, taper } = TOOLS[tool];
  const count = points.length / 3;
  const travelled = new Float32Array(count);
  for (let i = 1; i < count; i++) {
    travelled[i] =
      travelled[i - 1] + Math.hypot(points[i * 3] - points[i * 3 - 3], points[i * 3 + 1] - points[i * 3 - 2]);
  }
  const total = travelled[count - 1];
  const reach = Math.min(taper * size, total / 2) || 1;
  return travelled.map((distance, i) => {
    const full = width(size, points[i * 3 + 2]);
    if (!taper) return full;
    const start = Math.min(1, distance / reach);
    const end = taperEnd ? Math.min(1, (total - distance) / reach) : 1;
    return full * (0.12 + 0.88 * Math.sin((Math.min(start, end) * Math.PI) / 2));
  });
}

const at = (points, i) => ({ x: points[i * 3], y: points[i * 3 + 1] });

function middle(points, i, j, part) {
  return {
    x: points[i * 3] + (points[j * 3] - points[i * 3]) * part,
    y: points[i * 3 + 1] + (points[j * 3 + 1] - points[i * 3 + 1]) * part,
  };
}

/** Draws the paper: its colour and printed pattern. */
export function drawPaper(context, { w, h, color, pattern }) {
  context.fillStyle = color;
  context.fillRect(0, 0, w, h);
  if (pattern === "plain") return;
  context.fillStyle = context.strokeStyle = isDark(color) ? "rgba(255,255,255,.16)" : "rgba(30,40,60,.15)";
  context.lineWidth = 0.8;
  const gap = pattern === "lines" ? 32 : 24;
  context.beginPath();
  for (let y = gap; y < h; y += gap) {
    if (pattern === "dots") for (let x = gap; x < w; x += gap) context.rect(x - 0.9, y - 0.9, 1.8, 1.8);
    else (context.moveTo(0, y), context.lineTo(w, y));
  }
  if (pattern === "grid") for (let x = gap; x < w; x += gap) (context.moveTo(x, 0), context.lineTo(x, h));
  if (pattern === "dots") context.fill();
  else context.stroke();
}

export function isDark(color) {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 < 110;
}
