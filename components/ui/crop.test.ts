import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CENTRED, clampView, dragView, sourceRect } from "./crop";

const frame = { width: 300, height: 300 };

describe("crop", () => {
  it("takes the middle of a picture at first", () => {
    expect(sourceRect(CENTRED, { width: 1_000, height: 500 }, frame)).toEqual({
      left: 250,
      top: 0,
      width: 500,
      height: 500,
    });
  });

  it("moves against the pointer, by picture pixels", () => {
    const picture = { width: 1_200, height: 600 };
    const view = dragView(CENTRED, { x: 50, y: 0 }, picture, frame);
    expect(sourceRect(view, picture, frame).left).toBeCloseTo(300 - 100);
  });

  it("never shows anything beside the picture", () => {
    const side = fc.integer({ min: 1, max: 8_000 });
    fc.assert(
      fc.property(
        fc.record({ width: side, height: side }),
        fc.record({
          zoom: fc.double({ min: 0, max: 50, noNaN: true }),
          x: fc.double({ min: -3, max: 3, noNaN: true }),
          y: fc.double({ min: -3, max: 3, noNaN: true }),
        }),
        fc.record({ x: fc.integer({ min: -5_000, max: 5_000 }), y: fc.integer({ min: -5_000, max: 5_000 }) }),
        fc.constantFrom(frame, { width: 600, height: 200 }),
        (picture, start, by, shape) => {
          const rect = sourceRect(
            dragView(clampView(start, picture, shape), by, picture, shape),
            picture,
            shape,
          );
          const slack = 1e-6 * Math.max(picture.width, picture.height);
          expect(rect.left).toBeGreaterThanOrEqual(-slack);
          expect(rect.top).toBeGreaterThanOrEqual(-slack);
          expect(rect.left + rect.width).toBeLessThanOrEqual(picture.width + slack);
          expect(rect.top + rect.height).toBeLessThanOrEqual(picture.height + slack);
          expect(rect.width / rect.height).toBeCloseTo(shape.width / shape.height, 5);
        },
      ),
    );
  });
});
