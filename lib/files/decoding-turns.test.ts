import sharp from "sharp";
import { expect, it } from "vitest";
import { decodeInTurn, LARGE_PICTURE_BYTES } from "./decoding-turns";
import { encodeImage } from "./image-encoder";

const SMALL = 1_000_000;
const LARGE = LARGE_PICTURE_BYTES + 1;

/** Decodes that end when they are asked to. */
function stage() {
  const ends = new Map<string, () => void>();
  const begin = (name: string, bytes: number) =>
    decodeInTurn(bytes, () => new Promise<void>((end) => ends.set(name, end)));
  const end = (name: string) => {
    ends.get(name)!();
    ends.delete(name);
  };
  return { begin, end, running: () => [...ends.keys()] };
}

it("decodes two pictures at once, in the order in which they came", async () => {
  const { begin, end, running } = stage();
  const all = ["a", "b", "c"].map((name) => begin(name, SMALL));
  await expect.poll(running).toEqual(["a", "b"]);
  end("b");
  await expect.poll(running).toEqual(["a", "c"]);
  end("a");
  end("c");
  await Promise.all(all);
});

it("decodes one large picture at a time, and others beside it", async () => {
  const { begin, end, running } = stage();
  const all = [begin("large", LARGE), begin("larger", 4 * LARGE), begin("a", SMALL), begin("b", SMALL)];
  await expect.poll(running).toEqual(["large", "a"]);
  end("a");
  await expect.poll(running).toEqual(["large", "b"]);
  end("large");
  await expect.poll(running).toEqual(["b", "larger"]);
  end("b");
  end("larger");
  await Promise.all(all);
});

it("goes on after one that fails", async () => {
  const fail = () => decodeInTurn(LARGE, () => Promise.reject(new Error("damaged")));
  await expect(Promise.allSettled([fail(), fail(), fail()])).resolves.toHaveLength(3);
  expect(await decodeInTurn(LARGE, () => Promise.resolve("decoded"))).toBe("decoded");
});

it("holds pictures back until it is their turn, by the pixels that their header declares", async () => {
  const { begin, end, running } = stage();
  const flat = { width: 5_000, height: 4_200, channels: 4, background: "#a26" } as const;
  const large = await sharp({ create: flat }).png().toBuffer();
  const other = begin("other", LARGE);
  await expect.poll(running).toEqual(["other"]);
  let isEncoded = false;
  const encoded = encodeImage(large, { width: 10, fit: "inside" }).finally(() => (isEncoded = true));
  expect(
    await encodeImage(await sharp(large).resize(20).png().toBuffer(), { width: 10, fit: "inside" }),
  ).toMatchObject({
    width: 10,
  });
  expect(isEncoded).toBe(false);
  end("other");
  expect(await encoded).toMatchObject({ width: 10 });
  await other;
});
