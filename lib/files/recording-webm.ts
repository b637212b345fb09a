import "server-only";
import { NotARecording, stepCounter, type Recording } from "./recording-format";

const HEADER = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const CLUSTER = 0x1f43b675;
const CLUSTER_TIME = 0xe7;
const SIMPLE_BLOCK = 0xa3;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const TIME_SCALE = 0x2ad7b1;
const DURATION = 0x4489;
const NAMES = new Set([0x536e, 0x258688]);

/** Entered: their children are read like their neighbours, because the size of a cluster may be unknown. */
const ENTERED = new Set([CLUSTER, BLOCK_GROUP]);
/** Beside those: SeekHead, Cues, and of clusters and groups position, previous size, duration, references, padding, additions. */
const KEPT = new Set([
  INFO,
  TRACKS,
  CLUSTER_TIME,
  SIMPLE_BLOCK,
  BLOCK,
  0x114d9b74,
  0x1c53bb6b,
  0xa7,
  0xab,
  0x9b,
  0xfb,
  0x75a2,
  0x75a1,
]);
/** TimestampScale, Duration, MuxingApp, WritingApp. */
const KEPT_INFO = new Set([TIME_SCALE, DURATION, 0x4d80, 0x5741]);
const CODECS = new Set(["V_VP8", "V_VP9", "V_AV1", "A_OPUS", "A_VORBIS"]);

type Element = { id: number; at: number; body: number; end: number; isOpen: boolean };

/** WebM with VP8, VP9 or AV1, and Opus or Vorbis; null if it is something else. @throws NotARecording */
export function cleanWebm(bytes: Uint8Array): Recording | null {
  if (bytes.length < 16) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== HEADER) return null;
  const step = stepCounter();
  const header = readElement(view, 0, bytes.length);
  const docType = children(view, header, step).find(({ id }) => id === DOC_TYPE);
  if (!docType || ascii(bytes, docType) !== "webm")
    throw new NotARecording("Of Matroska, only WebM is accepted.");
  const segment = readElement(view, header.end, bytes.length);
  if (segment.id !== SEGMENT) throw new NotARecording();

  let tracks: ReturnType<typeof readTrack>[] | null = null;
  let scale = 1_000_000;
  let stated = 0;
  let cluster = 0;
  let last = 0;
  for (let at = segment.body; at < segment.end;) {
    step();
    const element = readElement(view, at, segment.end);
    const { id, body, end } = element;
    if (ENTERED.has(id)) {
      at = body;
      continue;
    }
    if (element.isOpen) throw new NotARecording();
    if (id === INFO) {
      for (const child of children(view, element, step)) {
        if (child.id === TIME_SCALE) scale = readNumber(view, child) || scale;
        else if (child.id === DURATION) stated = readFloat(view, child);
        if (!KEPT_INFO.has(child.id)) blank(bytes, child);
      }
    } else if (id === TRACKS) {
      if (tracks) throw new NotARecording();
      const all = children(view, element, step);
      tracks = all.filter((child) => child.id === TRACK).map((track) => readTrack(bytes, view, track, step));
      for (const child of all) if (child.id !== TRACK) blank(bytes, child);
    } else if (id === CLUSTER_TIME) {
      cluster = readNumber(view, element);
    } else if (id === SIMPLE_BLOCK || id === BLOCK) {
      const track = readVint(view, body, end, false);
      if (track.next + 2 > end) throw new NotARecording();
      last = Math.max(last, cluster + view.getInt16(track.next));
    } else if (!KEPT.has(id)) {
      blank(bytes, element);
    }
    at = end;
  }
  // Nothing beside the segment.
  bytes.fill(0, segment.end);
  if (!tracks || tracks.length === 0) throw new NotARecording("It has neither picture nor sound.");
  for (const { type, codec } of tracks)
    if (!(type === 1 || type === 2) || !CODECS.has(codec))
      throw new NotARecording("Of WebM, only VP8, VP9 or AV1 with Opus or Vorbis is accepted.");
  const kind = tracks.some(({ type }) => type === 1) ? "video" : "audio";
  const durationMs = Math.round((Math.max(stated, last) * scale) / 1_000_000);
  return {
    kind,
    type: `${kind}/webm`,
    extension: kind === "video" ? "webm" : "weba",
    hasSound: tracks.some(({ type }) => type === 2),
    durationMs: Number.isFinite(durationMs) && durationMs > 0 ? durationMs : null,
    bytes: segment.end < bytes.length ? bytes.subarray(0, segment.end) : bytes,
  };
}

function readVint(
  view: DataView,
  at: number,
  to: number,
  withMarker: boolean,
): { value: number; next: number; isUnknown: boolean } {
  if (at >= to) throw new NotARecording();
  const first = view.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > to) throw new NotARecording();
  let value = withMarker ? first : first & (0xff >> length);
  let isUnknown = (first | ((0xff << (8 - length)) & 0xff)) === 0xff;
  for (let n = 1; n < length; n++) {
    const byte = view.getUint8(at + n);
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value, next: at + length, isUnknown };
}

function readElement(view: DataView, at: number, to: number): Element {
  const id = readVint(view, at, Math.min(to, at + 4), true);
  const size = readVint(view, id.next, to, false);
  const end = size.isUnknown ? to : size.next + size.value;
  if (end > to) throw new NotARecording();
  return { id: id.value, at, body: size.next, end, isOpen: size.isUnknown };
}

function children(view: DataView, { body, end }: Element, step: () => void): Element[] {
  const found: Element[] = [];
  for (let at = body; at < end; at = found.at(-1)!.end) {
    step();
    found.push(readElement(view, at, end));
  }
  return found;
}

function readTrack(bytes: Uint8Array, view: DataView, track: Element, step: () => void) {
  let type = 0;
  let codec = "";
  for (const child of children(view, track, step)) {
    if (child.id === 0x83) type = readNumber(view, child);
    else if (child.id === 0x86) codec = ascii(bytes, child);
    else if (NAMES.has(child.id)) blank(bytes, child);
  }
  return { type, codec };
}

function ascii(bytes: Uint8Array, { body, end }: Element): string {
  return String.fromCharCode(...bytes.subarray(body, Math.min(end, body + 32))).replace(/\0+$/, "");
}

function readNumber(view: DataView, { body, end }: Element): number {
  let value = 0;
  for (let at = body; at < Math.min(end, body + 6); at++) value = value * 256 + view.getUint8(at);
  return value;
}

function readFloat(view: DataView, { body, end }: Element): number {
  const value = end - body === 8 ? view.getFloat64(body) : end - body === 4 ? view.getFloat32(body) : 0;
  return value > 0 ? value : 0;
}

/** Turns an element into padding (Void) of the same length. */
function blank(bytes: Uint8Array, { at, end }: Element): void {
  const length = end - at;
  bytes.fill(0, at, end);
  bytes[at] = 0xec;
  if (length < 128) {
    bytes[at + 1] = 0x80 | (length - 2);
    return;
  }
  bytes[at + 1] = 0x01;
  for (let n = 0, rest = length - 9; n < 7; n++, rest = Math.floor(rest / 256))
    bytes[at + 8 - n] = rest % 256;
}
