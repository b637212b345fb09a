// The sheet on the screen: three canvases (paper, ink, the current stroke), drawn on by pointer and keyboard.

import { alphaOf, drawEven, drawPaper, drawStroke, drawVarying, isEven } from "./brush.js";

const TAP = { ms: 320, px: 14 };
const KEY_STEP = 8;
const CHECKPOINT_EVERY = 40;

export function createBoard({ desk, picture, pen, onDraw, onDrop, onStroke, onTap, onPenMove }) {
  const sheetBox = desk.querySelector(".sheet");
  const cross = desk.querySelector(".cross");
  const [paper, ink, others, live] = ["paper", "ink", "others", "live"].map((name) =>
    sheetBox.querySelector(`.${name}`).getContext("2d"),
  );
  const checkpoint = { canvas: document.createElement("canvas"), upTo: 0, of: null };
  let scale = 1;
  let density = 1;
  let stroke = null;
  let drawnTo = 1;
  let pointer = null;
  let lastPenAt = -Infinity;
  let frame = 0;
  let touches = new Map();
  let tap = null;
  let keyPen = null;

  function layOut() {
    const { width, height } = desk.getBoundingClientRect();
    const style = getComputedStyle(desk);
    const roomX = width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const roomY = height - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    if (roomX < 20 || roomY < 20) return;
    if (picture.isEmpty && !stroke) picture.reshape(Math.round(roomX), Math.round(roomY));
    const { w, h } = picture.sheet;
    scale = Math.min(roomX / w, roomY / h);
    density = scale * (window.devicePixelRatio || 1);
    sheetBox.style.width = `${w * scale}px`;
    sheetBox.style.height = `${h * scale}px`;
    for (const { canvas } of [paper, ink, others, live, checkpoint.canvas.getContext("2d")]) {
      canvas.width = Math.round(w * density);
      canvas.height = Math.round(h * density);
    }
    checkpoint.of = null;
    redraw();
    if (stroke) redrawLive();
  }

  /** @param from the first stroke that is not as it was drawn */
  function redraw(from = picture.strokes.length) {
    if (from < checkpoint.upTo) checkpoint.of = null;
    scaled(paper);
    drawPaper(paper, picture.sheet);
    keepCheckpoint();
    wipe(ink);
    ink.drawImage(checkpoint.canvas, 0, 0);
    scaled(ink);
    for (const each of picture.strokes.slice(checkpoint.upTo)) drawStroke(ink, each);
  }

  /** A bitmap of all but the newest strokes, so that an undo redraws only a few dozen strokes. */
  function keepCheckpoint() {
    const { strokes, base, sheet } = picture;
    const context = checkpoint.canvas.getContext("2d");
    if (checkpoint.of !== strokes || checkpoint.upTo > strokes.length) {
      wipe(context);
      if (base) scaled(context).drawImage(base.image, 0, 0, sheet.w, sheet.h);
      checkpoint.upTo = 0;
      checkpoint.of = strokes;
    }
    if (strokes.length - checkpoint.upTo < CHECKPOINT_EVERY * 2) return;
    const upTo = strokes.length - CHECKPOINT_EVERY;
    scaled(context);
    for (const each of strokes.slice(checkpoint.upTo, upTo)) drawStroke(context, each);
    checkpoint.upTo = upTo;
  }

  function scaled(context) {
    context.setTransform(density, 0, 0, density, 0, 0);
    return context;
  }

  function wipe(context) {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  }

  function begin(x, y, pressure) {
    stroke = { ...pen(), points: [x, y, pressure] };
    drawnTo = 1;
    live.canvas.style.opacity = stroke.tool === "eraser" ? 1 : alphaOf(stroke.tool);
    redrawLive();
    onDraw?.(stroke);
  }

  function extend(x, y, pressure) {
    const { points } = stroke;
    const n = points.length;
    if (Math.hypot(x - points[n - 3], y - points[n - 2]) < 1.2) return;
    points.push(x, y, pressure);
    frame ||= requestAnimationFrame(drawLive);
    onDraw?.(stroke);
  }

  function drawLive() {
    frame = 0;
    if (!stroke || stroke.points.length < 6) return;
    if (isEven(stroke.tool)) redrawLive();
    else drawnTo = drawVarying(scaled(live), stroke, { from: drawnTo });
  }

  function redrawLive() {
    wipe(live);
    if (stroke.points.length === 3) return;
    if (stroke.tool === "eraser") {
      redraw();
      drawStroke(scaled(ink), stroke);
    } else if (isEven(stroke.tool)) {
      drawEven(scaled(live), stroke);
    } else {
      drawnTo = drawVarying(scaled(live), stroke, { from: 1 });
    }
  }

  function finish() {
    if (!stroke) return;
    const finished = stroke;
    wipeLive();
    // In a room, the picture has told of the change, and all of it is drawn.
    if (onStroke(finished)) return;
    keepCheckpoint();
    if (finished.tool === "eraser") redraw();
    else drawStroke(scaled(ink), finished);
  }

  function drop() {
    if (stroke) onDrop?.(stroke);
    wipeLive();
  }

  function wipeLive() {
    cancelAnimationFrame(frame);
    frame = 0;
    if (stroke?.tool === "eraser") redraw();
    stroke = null;
    wipe(live);
  }

  const toSheet = (event) => {
    const box = sheetBox.getBoundingClientRect();
    return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  };

  function onDown(event) {
    if (event.button !== 0 || event.target.closest("button") || picture.isClosed) return;
    if (event.pointerType === "pen") lastPenAt = event.timeStamp;
    if (event.pointerType === "touch") {
      if (event.timeStamp - lastPenAt < 1500) return; // palm rejection
      touches.set(event.pointerId, [event.clientX, event.clientY]);
      tap = tap && touches.size > 1 ? { ...tap, fingers: touches.size } : { at: event.timeStamp, fingers: 1 };
      if (touches.size > 1) return void (drop(), (pointer = null));
    }
    if (pointer !== null) return;
    pointer = event.pointerId;
    desk.setPointerCapture(pointer);
    liftKeyPen();
    const [x, y] = toSheet(event);
    smooth = { x, y, p: event.pointerType === "pen" ? event.pressure || 0.3 : 0.35, at: event.timeStamp };
    begin(x, y, smooth.p);
    live.canvas.focus({ preventScroll: true });
  }

  let smooth = null;

  function onMove(event) {
    const start = touches.get(event.pointerId);
    if (start && tap && Math.hypot(event.clientX - start[0], event.clientY - start[1]) > TAP.px)
      tap.moved = true;
    if (event.pointerId !== pointer || !stroke) return;
    if (event.pointerType === "pen") lastPenAt = event.timeStamp;
    const [x0, y0] = stroke.points;
    const events = event.getCoalescedEvents?.() ?? [];
    for (const each of events.length ? events : [event]) {
      let [x, y] = toSheet(each);
      if (event.shiftKey) {
        const [sx, sy] = straighten(x - x0, y - y0);
        stroke.points.length = 3;
        stroke.isRewritten = true;
        wipe(live);
        drawnTo = 1;
        smooth = { ...smooth, x: x0 + sx, y: y0 + sy };
        lineTo(x0, y0, smooth.x, smooth.y);
        continue;
      }
      const elapsed = Math.max(1, each.timeStamp - smooth.at);
      const speed = Math.hypot(x - smooth.x, y - smooth.y) / elapsed;
      const target = event.pointerType === "pen" ? each.pressure : Math.max(0.2, 0.72 - speed * 0.2);
      const p = smooth.p + (target - smooth.p) * (event.pointerType === "pen" ? 0.6 : 0.18);
      x = smooth.x + (x - smooth.x) * 0.62;
      y = smooth.y + (y - smooth.y) * 0.62;
      smooth = { x, y, p, at: each.timeStamp };
      extend(x, y, p);
    }
  }

  function lineTo(x0, y0, x, y) {
    const steps = Math.max(1, Math.floor(Math.hypot(x - x0, y - y0) / 12));
    for (let i = 1; i <= steps; i++)
      stroke.points.push(x0 + ((x - x0) * i) / steps, y0 + ((y - y0) * i) / steps, 0.5);
    frame ||= requestAnimationFrame(drawLive);
    onDraw?.(stroke);
  }

  function onUp(event) {
    touches.delete(event.pointerId);
    if (event.pointerId === pointer) {
      pointer = null;
      if (stroke && event.type === "pointerup") {
        if (!event.shiftKey && stroke.points.length > 3) extend(...toSheet(event), smooth.p * 0.9);
        finish();
      } else drop();
    }
    if (tap && touches.size === 0) {
      if (tap.fingers > 1 && !tap.moved && event.timeStamp - tap.at < TAP.ms) onTap(tap.fingers);
      tap = null;
    }
  }

  /** Keyboard drawing: the arrow keys move a crosshair, Space lowers and lifts the pen. */
  function onKey(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = arrows[event.key];
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !(way || event.key === " " || event.key === "Escape")
    )
      return;
    event.preventDefault();
    const { w, h } = picture.sheet;
    keyPen ??= { x: w / 2, y: h / 2, down: false };
    if (event.key === " ") {
      keyPen.down = !keyPen.down;
      if (picture.isClosed) keyPen.down = false;
      else if (keyPen.down) begin(keyPen.x, keyPen.y, 0.5);
      else finish();
      onPenMove(keyPen.down);
    } else if (event.key === "Escape") {
      return liftKeyPen();
    } else {
      const step = KEY_STEP * (event.shiftKey ? 4 : 1);
      keyPen.x = Math.min(w, Math.max(0, keyPen.x + way[0] * step));
      keyPen.y = Math.min(h, Math.max(0, keyPen.y + way[1] * step));
      if (keyPen.down && stroke) extend(keyPen.x, keyPen.y, 0.5);
    }
    showCross();
  }

  function liftKeyPen() {
    if (keyPen?.down) finish();
    keyPen = null;
    showCross();
  }

  function showCross() {
    cross.hidden = !keyPen;
    if (!keyPen) return;
    cross.classList.toggle("down", keyPen.down);
    cross.style.transform = `translate(${keyPen.x * scale}px, ${keyPen.y * scale}px)`;
  }

  desk.addEventListener("pointerdown", onDown);
  desk.addEventListener("pointermove", onMove);
  desk.addEventListener("pointerup", onUp);
  desk.addEventListener("pointercancel", onUp);
  desk.addEventListener("touchstart", (event) => !event.target.closest("button") && event.preventDefault(), {
    passive: false,
  });
  live.canvas.addEventListener("keydown", onKey);
  live.canvas.addEventListener("blur", liftKeyPen);
  new ResizeObserver(layOut).observe(desk);
  window.addEventListener("resize", layOut); // also fires when the window moves to a screen with another pixel density

  return {
    layOut,
    redraw(from) {
      redraw(from);
      if (stroke?.tool === "eraser") drawStroke(scaled(ink), stroke);
    },
    /** Draws what others are drawing at this moment. */
    drawOthers(strokes) {
      wipe(others);
      scaled(others);
      for (const each of strokes) drawStroke(others, each);
    },
    /** Puts an element where that is on the sheet. */
    place: (element, x, y) => (element.style.transform = `translate(${x * scale}px, ${y * scale}px)`),
    isDrawing: () => stroke !== null,
  };
}

/** Snaps to the nearest of eight directions. */
function straighten(dx, dy) {
  const angle = Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * (Math.PI / 4);
  const length = dx * Math.cos(angle) + dy * Math.sin(angle);
  return [Math.cos(angle) * length, Math.sin(angle) * length];
}

/** The picture on a canvas of its own, with the paper or a transparent background. */
export function renderCanvas({ sheet, strokes, base }, { withPaper, scale }) {
  const inkLayer = document.createElement("canvas");
  const out = document.createElement("canvas");
  inkLayer.width = out.width = sheet.w * scale;
  inkLayer.height = out.height = sheet.h * scale;
  const context = inkLayer.getContext("2d");
  context.scale(scale, scale);
  if (base) context.drawImage(base.image, 0, 0, sheet.w, sheet.h);
  for (const each of strokes) drawStroke(context, each);
  const outContext = out.getContext("2d");
  if (withPaper) {
    outContext.scale(scale, scale);
    drawPaper(outContext, sheet);
    outContext.setTransform(1, 0, 0, 1, 0, 0);
  }
  outContext.drawImage(inkLayer, 0, 0);
  return out;
}

/** Exports a PNG at twice the sheet's size. */
export function renderPng(picture, { withPaper }) {
  const canvas = renderCanvas(picture, { withPaper, scale: 2 });
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
