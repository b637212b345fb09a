/** Executes the drawing commands of a QuickJS app's canvas. */
import type { DrawCommand, UiNode } from "@/lib/sandbox/protocol/quickjs";

const SIDE_MAX = 4_096;

export function draw(canvas: HTMLCanvasElement, node: Extract<UiNode, { type: "canvas" }>): void {
  const width = clampSide(node.width);
  const height = clampSide(node.height);
  const scale = Math.min(devicePixelRatio || 1, 3);
  const pixels = { width: Math.round(width * scale), height: Math.round(height * scale) };
  if (canvas.width !== pixels.width || canvas.height !== pixels.height) Object.assign(canvas, pixels);
  canvas.style.aspectRatio = `${width} / ${height}`;
  canvas.style.width = `${width}px`;
  const context = canvas.getContext("2d")!;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  setColor(context, "text");
  for (const command of node.draw) execute(context, canvas, command);
}

const clampSide = (length: number): number => Math.max(1, Math.min(SIDE_MAX, Number(length) || 1));

function setColor(context: CanvasRenderingContext2D, color: string): void {
  const named = /^[a-z]+$/.test(color)
    ? getComputedStyle(document.documentElement).getPropertyValue(`--${color}`).trim()
    : "";
  context.fillStyle = named || color;
  context.strokeStyle = named || color;
}

function execute(context: CanvasRenderingContext2D, canvas: HTMLCanvasElement, command: DrawCommand): void {
  switch (command[0]) {
    case "color":
      return setColor(context, command[1]);
    case "clear":
      return context.clearRect(0, 0, canvas.width, canvas.height);
    case "rect":
      return context.fillRect(command[1], command[2], command[3], command[4]);
    case "circle":
      context.beginPath();
      context.arc(command[1], command[2], Math.max(0, command[3]), 0, Math.PI * 2);
      return context.fill();
    case "line":
      context.lineWidth = command[5] ?? 1;
      context.beginPath();
      context.moveTo(command[1], command[2]);
      context.lineTo(command[3], command[4]);
      return context.stroke();
    case "polygon":
      context.beginPath();
      for (const [x, y] of command[1]) context.lineTo(x, y);
      context.closePath();
      return context.fill();
    case "text":
      context.font = `600 ${command[4] ?? 16}px ${getComputedStyle(document.body).fontFamily}`;
      context.textBaseline = "middle";
      context.textAlign = command[5] ?? "left";
      return context.fillText(command[1], command[2], command[3]);
  }
}
