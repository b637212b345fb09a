/**
 * Which part of a picture the crop frame shows. The picture covers the frame at zoom 1; `x` and `y` are the point of the
 * picture at the centre of the frame, as fractions of its width and height.
 */
export type CropView = { zoom: number; x: number; y: number };
export type Size = { width: number; height: number };

export const MAX_ZOOM = 5;
export const CENTRED: CropView = { zoom: 1, x: 0.5, y: 0.5 };

/** Picture pixels per frame pixel at zoom 1. */
function coverScale(picture: Size, frame: Size): number {
  return Math.min(picture.width / frame.width, picture.height / frame.height);
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** The view, moved so that the picture fills the frame. */
export function clampView(view: CropView, picture: Size, frame: Size): CropView {
  const zoom = clamp(view.zoom, 1, MAX_ZOOM);
  const scale = coverScale(picture, frame) / zoom;
  const halfX = (frame.width * scale) / picture.width / 2;
  const halfY = (frame.height * scale) / picture.height / 2;
  return { zoom, x: clamp(view.x, halfX, 1 - halfX), y: clamp(view.y, halfY, 1 - halfY) };
}

/** The view after dragging the picture by `by`, in frame pixels. */
export function dragView(view: CropView, by: { x: number; y: number }, picture: Size, frame: Size): CropView {
  const scale = coverScale(picture, frame) / view.zoom;
  const x = view.x - (by.x * scale) / picture.width;
  const y = view.y - (by.y * scale) / picture.height;
  return clampView({ zoom: view.zoom, x, y }, picture, frame);
}

/** The visible part of the picture, in picture pixels. */
export function sourceRect(view: CropView, picture: Size, frame: Size): Size & { left: number; top: number } {
  const { zoom, x, y } = clampView(view, picture, frame);
  const scale = coverScale(picture, frame) / zoom;
  const width = frame.width * scale;
  const height = frame.height * scale;
  return { left: x * picture.width - width / 2, top: y * picture.height - height / 2, width, height };
}
