/**
 * Cutting a picture to a frame. The picture covers the frame at zoom 1; `x` and `y` are the point of the picture, as a
 * share of its width and height, that stands in the middle of the frame.
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

/** The same view, moved so far that the frame shows nothing beside the picture. */
export function clampView(view: CropView, picture: Size, frame: Size): CropView {
  const zoom = clamp(view.zoom, 1, MAX_ZOOM);
  const scale = coverScale(picture, frame) / zoom;
  const halfX = (frame.width * scale) / picture.width / 2;
  const halfY = (frame.height * scale) / picture.height / 2;
  return { zoom, x: clamp(view.x, halfX, 1 - halfX), y: clamp(view.y, halfY, 1 - halfY) };
}

/** The view after the picture was dragged by so many frame pixels. */
export function dragView(view: CropView, by: { x: number; y: number }, picture: Size, frame: Size): CropView {
  const scale = coverScale(picture, frame) / view.zoom;
  const moved = {
    zoom: view.zoom,
    x: view.x - (by.x * scale) / picture.width,
    y: view.y - (by.y * scale) / picture.height,
  };
  return clampView(moved, picture, frame);
}

/** The part of the picture that the frame shows, in picture pixels. */
export function sourceRect(view: CropView, picture: Size, frame: Size): Size & { left: number; top: number } {
  const { zoom, x, y } = clampView(view, picture, frame);
  const scale = coverScale(picture, frame) / zoom;
  const width = frame.width * scale;
  const height = frame.height * scale;
  return { left: x * picture.width - width / 2, top: y * picture.height - height / 2, width, height };
}
