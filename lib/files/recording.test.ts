import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { cleanRecording } from "./recording";

/** Small files of two seconds, all with a title, a comment, an artist, a date and a place. */
const sample = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(path.join(import.meta.dirname, "../../tests/support/recordings", name)));
const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

it.each([
  ["sound.mp4", "video/mp4", true, 2_000],
  ["silent.mp4", "video/mp4", false, 2_000],
  ["frag.mp4", "video/mp4", true, null],
  ["video.webm", "video/webm", true, 2_000],
  ["silent.webm", "video/webm", false, 2_000],
  ["sound.m4a", "audio/mp4", true, 2_000],
  ["sound.aac", "audio/aac", true, 2_000],
  ["sound.mp3", "audio/mpeg", true, 2_000],
  ["sound.opus", "audio/ogg", true, 2_000],
  ["sound.wav", "audio/wav", true, 1_000],
])("%s is %s, and says nothing of its maker", (name, type, hasSound, durationMs) => {
  const given = sample(name);
  if (!name.endsWith(".aac")) expect(latin(given)).toMatch(/SECRET/);
  const found = cleanRecording(given);
  expect(found).toMatchObject({ type, hasSound, kind: type.split("/")[0] });
  if (durationMs === null) expect(found.durationMs).toBeNull();
  else expect(Math.abs(found.durationMs! - durationMs)).toBeLessThan(200);
  expect(latin(found.bytes)).not.toMatch(/SECRET|35\.6586|xyz|udta/);
  // A second time: nothing more to remove, and still what it was.
  const again = cleanRecording(found.bytes.slice());
  expect(Buffer.compare(again.bytes, found.bytes)).toBe(0);
  expect(again).toMatchObject({ type, hasSound });
});

it("takes the dates out of MP4", () => {
  const mvhd = (bytes: Uint8Array) => latin(bytes).indexOf("mvhd");
  const given = sample("sound.mp4");
  const at = mvhd(given) + 8;
  expect(Buffer.from(given).readUInt32BE(at)).toBeGreaterThan(0);
  const { bytes } = cleanRecording(given);
  expect(Buffer.from(bytes).readUInt32BE(at)).toBe(0);
});

it("takes other tracks out of MP4 with their data, and leaves the picture as it was", () => {
  const given = sample("texttrack.mp4");
  expect(latin(given)).toContain("SECRETTRACK");
  const { bytes, kind } = cleanRecording(given.slice());
  expect(kind).toBe("video");
  expect(latin(bytes)).not.toContain("SECRETTRACK");
  expect(bytes.length).toBe(given.length);
  expect(latin(bytes).match(/trak/g)).toHaveLength(1);
});

/** A box of MP4. */
function mp4Box(type: string, ...parts: (Uint8Array | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : numbers(part))));
  return Buffer.concat([numbers([8 + body.length]), Buffer.from(type), body]);
}
function numbers(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

/** One track of pictures, whose chunks are all at `chunkAt`. */
function videoTrack(chunks: number, chunkAt: number, sampleBytes: number): Buffer {
  const stbl = mp4Box(
    "stbl",
    mp4Box("stsd", [0, 1], mp4Box("avc1", Buffer.alloc(8))),
    mp4Box("stsc", [0, 1, 1, 1, 1]),
    mp4Box("stsz", [0, sampleBytes, chunks]),
    mp4Box("stco", [0, chunks], Buffer.from(numbers(new Array<number>(chunks).fill(chunkAt)))),
  );
  const hdlr = mp4Box("hdlr", [0, 0], Buffer.from("vide"), Buffer.alloc(13));
  return mp4Box("trak", mp4Box("mdia", hdlr, mp4Box("minf", stbl)));
}

it("takes out of MP4 what no sample covers, with many boxes of data and many samples in one place", () => {
  // The first box has one sample, "KEPT"; no sample is in the others.
  const ftyp = mp4Box("ftyp", Buffer.from("isom"), [0]);
  const moov = (at: number) => mp4Box("moov", videoTrack(200_000, at, 4));
  const at = ftyp.length + moov(0).length + 8 + 5;
  const first = mp4Box("mdat", Buffer.from("LEFT1KEPTLEFT2"));
  const others = Array.from({ length: 200_000 }, () => mp4Box("mdat", Buffer.from("LEFT")));
  const { bytes } = cleanRecording(new Uint8Array(Buffer.concat([ftyp, moov(at), first, ...others])));
  expect(latin(bytes.subarray(at, at + 4))).toBe("KEPT");
  expect(latin(bytes)).not.toContain("LEFT");
});

it("counts the parts of all tracks of MP4 together, and few tracks", () => {
  const ftyp = mp4Box("ftyp", Buffer.from("isom"), [0]);
  for (const tracks of [3, 9]) {
    const each = tracks === 3 ? 200_000 : 1;
    const moov = mp4Box("moov", ...Array.from({ length: tracks }, () => videoTrack(each, 0, 1)));
    expect(() => cleanRecording(new Uint8Array(Buffer.concat([ftyp, moov])))).toThrow(/too many/);
  }
});

describe("refuses", () => {
  const refused = (bytes: Uint8Array) => {
    expect(() => cleanRecording(bytes)).toThrow(expect.objectContaining({ code: "invalid_recording" }));
  };

  it.each(["oldcodec.mp4"])("%s", (name) => refused(sample(name)));

  it.each([
    ["nothing", ""],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a picture", "\x89PNG\r\n\x1a\n".padEnd(64, "\0")],
    ["a page that begins like MP4", "\0\0\0\x18ftypmp42\0\0\0\0mp42isom<script>alert(1)</script>"],
    ["Matroska", "\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska".padEnd(64, "\0")],
    ["a RIFF that is no WAV", "RIFF\x20\0\0\0AVI LIST".padEnd(64, "\0")],
    ["an ID3 tag without sound", "ID3\x04\0\0\0\0\0\x10".padEnd(64, "\0")],
  ])("%s", (_, text) => refused(new Uint8Array(Buffer.from(text, "latin1"))));

  it.each(["sound.mp4", "frag.mp4", "video.webm", "sound.opus", "sound.wav", "sound.m4a"])(
    "never crashes or hangs on a damaged %s",
    (name) => {
      const whole = sample(name);
      let seed = 7;
      const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
      for (let round = 0; round < 400; round++) {
        const bytes = whole.slice(0, round % 2 ? whole.length : random(whole.length));
        for (let n = 0; n < 1 + random(8) && bytes.length > 0; n++)
          bytes[random(Math.min(bytes.length, 900))] = random(256);
        try {
          cleanRecording(bytes);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_recording" });
        }
      }
    },
  );

  it("a file of nothing but boxes", () => {
    const bytes = new Uint8Array(16_000_000);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length; at += 8) {
      view.setUint32(at, 8);
      bytes.set(Buffer.from(at === 0 ? "ftyp" : "free"), at + 4);
    }
    refused(bytes);
  });
});
