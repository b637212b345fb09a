import { expect, it } from "vitest";
import { byteSize } from "./byte-size";

it.each([
  [17, "17 bytes"],
  [1024, "1 KB"],
  [1.5 * 1024 ** 2, "1.5 MB"],
  [512 * 1024 ** 2, "512 MB"],
  [1024 ** 3 + 1, "1.01 GB"],
  [48_009.4 * 1024 ** 2, "46.89 GB"],
])("%i bytes are %s", (bytes, text) => expect(byteSize(bytes)).toBe(text));
