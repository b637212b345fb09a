import "server-only";
import { NotARecording, stepCounter, type Recording } from "./recording-format";

const PAGE_HEAD = 27;
const SAMPLES_PER_MS = 48;

/** Opus in Ogg; null if it is something else. @throws NotARecording */
export function cleanOgg(bytes: Uint8Array): Recording | null {
  if (bytes.length < PAGE_HEAD || ascii(bytes, 0, 4) !== "OggS") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = stepCounter();
  const serial = view.getUint32(14, true);
  let samples = 0;
  let skipped = 0;
  let tags: "before" | "within" | "after" = "before";
  let end = 0;
  for (let number = 0; end < bytes.length; number++) {
    step();
    const at = end;
    if (at + PAGE_HEAD > bytes.length || ascii(bytes, at, 4) !== "OggS") throw new NotARecording();
    if (view.getUint32(at + 14, true) !== serial)
      throw new NotARecording("Of Ogg, only Opus sound alone is accepted.");
    const lacing = bytes.subarray(at + PAGE_HEAD, at + PAGE_HEAD + bytes[at + 26]!);
    const body = at + PAGE_HEAD + lacing.length;
    end = lacing.reduce((sum, size) => sum + size, body);
    if (end > bytes.length) throw new NotARecording();
    if (number === 0) {
      if (ascii(bytes, body, 8) !== "OpusHead" || end - body < 19)
        throw new NotARecording("Of Ogg, only Opus sound is accepted.");
      skipped = view.getUint16(body + 10, true);
      continue;
    }
    if (tags !== "after") {
      // The comments begin a page of their own.
      const from = tags === "before" ? body + 8 : body;
      if (tags === "before" && ascii(bytes, body, 8) !== "OpusTags") throw new NotARecording();
      const last = lacing.findIndex((size) => size < 255);
      if (last !== -1 && last !== lacing.length - 1) throw new NotARecording();
      tags = last === -1 ? "within" : "after";
      // No maker, no comments, and padding.
      bytes.fill(0, from, end);
      view.setUint32(at + 22, 0);
      view.setUint32(at + 22, checksum(bytes.subarray(at, end)), true);
      continue;
    }
    // All ones: no packet ends on this page.
    const granule = view.getBigUint64(at + 6, true);
    if (granule !== 0xffff_ffff_ffff_ffffn) samples = Number(granule);
  }
  if (tags !== "after") throw new NotARecording();
  const durationMs = Math.round((samples - skipped) / SAMPLES_PER_MS);
  return {
    kind: "audio",
    type: "audio/ogg",
    extension: "ogg",
    hasSound: true,
    durationMs: durationMs > 0 ? durationMs : null,
    bytes,
  };
}

function ascii(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1;
  return value >>> 0;
});

/** The checksum of an Ogg page, which is not that of a zip. */
function checksum(page: Uint8Array): number {
  let value = 0;
  for (const byte of page) value = ((value << 8) ^ TABLE[((value >>> 24) ^ byte) & 0xff]!) >>> 0;
  return value;
}
