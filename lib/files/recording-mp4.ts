import "server-only";
import { NotARecording, stepCounter, type Recording } from "./recording-format";

type Box = { type: string; at: number; body: number; end: number };
type Range = [from: number, to: number];

const TOP = "ftyp styp moov moof mdat sidx ssix mfra pdin";
/** The boxes to keep of each container; all others become free space, so that no offset changes. */
const KEPT: Record<string, Set<string>> = Object.fromEntries(
  Object.entries({
    moov: "mvhd trak mvex",
    trak: "tkhd edts mdia tref",
    edts: "elst",
    mdia: "mdhd hdlr minf",
    minf: "vmhd smhd dinf stbl",
    stbl: "stsd stts ctts cslg stsc stsz stco co64 stss stps sdtp sbgp sgpd",
    mvex: "mehd trex",
    moof: "mfhd traf",
    traf: "tfhd tfdt trun sdtp sbgp sgpd",
  }).map(([type, kept]) => [type, new Set(kept.split(" "))]),
);
const KEPT_TOP = new Set(TOP.split(" "));
const CODECS: Record<string, Set<string>> = { vide: new Set(["avc1", "avc3"]), soun: new Set(["mp4a"]) };
/** Of all tracks together. */
const CHUNKS_MAX = 500_000;
const TRACKS_MAX = 8;

/** MP4 and QuickTime with H.264 and AAC; null if it is something else. @throws NotARecording */
export function cleanMp4(bytes: Uint8Array): Recording | null {
  if (bytes.length < 16 || text(bytes, 4) !== "ftyp") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = stepCounter();
  const top = boxes({ bytes, view, step }, 0, bytes.length);
  const moov = top.filter(({ type }) => type === "moov");
  if (moov.length !== 1) throw new NotARecording();
  const context = { bytes, view, step };

  const tracks = boxes(context, moov[0]!.body, moov[0]!.end)
    .filter(({ type }) => type === "trak")
    .map((box) => ({ box, ...readTrack(context, box) }));
  const kept = tracks.filter(({ handler }) => handler in CODECS);
  const isFragmented = top.some(({ type }) => type === "moof");
  if (kept.length > TRACKS_MAX) throw new NotARecording("It has too many tracks.");
  if (kept.length === 0) throw new NotARecording("It has neither picture nor sound.");
  if (isFragmented && kept.length < tracks.length)
    throw new NotARecording("It has tracks beside picture and sound.");
  for (const { handler, codecs } of kept)
    if (codecs.length === 0 || !codecs.every((codec) => CODECS[handler]!.has(codec)))
      throw new NotARecording("Of MP4, only H.264 with AAC is accepted.");

  if (!isFragmented) {
    const ranges: Range[] = [];
    for (const { stbl } of kept) addChunkRanges(context, stbl, ranges);
    if (ranges.some(([from, to]) => from > to || to > bytes.length)) throw new NotARecording();
    blankGaps(
      bytes,
      joined(ranges),
      top.filter(({ type }) => type === "mdat"),
    );
  }
  const durationMs = readDuration(context, moov[0]!);
  for (const { box, handler } of tracks) if (!(handler in CODECS)) free(bytes, box);
  for (const box of top) {
    if (!KEPT_TOP.has(box.type)) free(bytes, box);
    else if (box.type in KEPT) clean(context, box);
  }
  const kind = kept.some(({ handler }) => handler === "vide") ? "video" : "audio";
  return {
    kind,
    type: `${kind}/mp4`,
    extension: kind === "video" ? "mp4" : "m4a",
    hasSound: kept.some(({ handler }) => handler === "soun"),
    durationMs,
    bytes,
  };
}

type Context = { bytes: Uint8Array; view: DataView; step: () => void };

function text(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function boxes({ bytes, view, step }: Context, from: number, to: number): Box[] {
  const found: Box[] = [];
  for (let at = from; at < to;) {
    step();
    // QuickTime ends some containers with four zeros.
    if (to - at < 8) break;
    let size = view.getUint32(at);
    let body = at + 8;
    if (size === 1) {
      if (to - at < 16) throw new NotARecording();
      size = Number(view.getBigUint64(body));
      body += 8;
    } else if (size === 0) {
      size = to - at;
    }
    if (size < body - at || at + size > to) throw new NotARecording();
    found.push({ type: text(bytes, at + 4), at, body, end: at + size });
    at += size;
  }
  return found;
}

function free(bytes: Uint8Array, { at, body, end }: Box): void {
  bytes.set([0x66, 0x72, 0x65, 0x65], at + 4);
  bytes.fill(0, body, end);
}

/** Removes all other boxes, dates, and names of handlers. */
function clean(context: Context, box: Box): void {
  for (const child of boxes(context, box.body, box.end)) {
    if (!KEPT[box.type]!.has(child.type)) free(context.bytes, child);
    else if (child.type in KEPT) clean(context, child);
    else if (/^(mvhd|tkhd|mdhd)$/.test(child.type)) {
      const dates = context.bytes[child.body] === 1 ? 16 : 8;
      context.bytes.fill(0, child.body + 4, Math.min(child.end, child.body + 4 + dates));
    } else if (child.type === "hdlr") {
      context.bytes.fill(0, Math.min(child.end, child.body + 24), child.end);
    }
  }
}

function readTrack(context: Context, trak: Box): { handler: string; codecs: string[]; stbl: Box[] } {
  const within = (box: Box | undefined) => (box ? boxes(context, box.body, box.end) : []);
  const one = (found: Box[], type: string) => found.find((box) => box.type === type);
  const mdia = within(one(within(trak), "mdia"));
  const hdlr = one(mdia, "hdlr");
  const stbl = within(one(within(one(mdia, "minf")), "stbl"));
  const stsd = one(stbl, "stsd");
  const handler = hdlr && hdlr.end - hdlr.body >= 12 ? text(context.bytes, hdlr.body + 8) : "";
  if (!(handler in CODECS)) return { handler, codecs: [], stbl: [] };
  const codecs = stsd ? boxes(context, stsd.body + 8, stsd.end).map(({ type }) => type) : [];
  return { handler, codecs, stbl };
}

function readDuration({ view }: Context, moov: Box): number | null {
  // The movie's header comes first in the box.
  const at = moov.body + 8;
  if (text(new Uint8Array(view.buffer, view.byteOffset + moov.body + 4, 4), 0) !== "mvhd") return null;
  const isLong = view.getUint8(at) === 1;
  const scale = view.getUint32(at + (isLong ? 20 : 12));
  const length = isLong ? Number(view.getBigUint64(at + 24)) : view.getUint32(at + 16);
  return scale > 0 && length > 0 ? Math.round((length / scale) * 1_000) : null;
}

/** Adds where the samples of a track are, by chunk. */
function addChunkRanges({ view }: Context, stbl: Box[], ranges: Range[]): void {
  const find = (...types: string[]) => stbl.find(({ type }) => types.includes(type));
  const [stsz, stsc, stco] = [find("stsz"), find("stsc"), find("stco", "co64")];
  if (!stsz || !stsc || !stco) throw new NotARecording();
  const wide = stco.type === "co64";
  const chunks = entries(view, stco, 4, wide ? 8 : 4);
  if (ranges.length + chunks > CHUNKS_MAX) throw new NotARecording("It has too many parts.");
  const sameSize = view.getUint32(stsz.body + 4);
  const samples = sameSize ? view.getUint32(stsz.body + 8) : entries(view, stsz, 8, 4);
  const runs = entries(view, stsc, 4, 12);
  for (let chunk = 0, run = -1, perChunk = 0, sample = 0; chunk < chunks; chunk++) {
    while (run + 1 < runs && view.getUint32(stsc.body + 8 + (run + 1) * 12) <= chunk + 1)
      perChunk = view.getUint32(stsc.body + 12 + ++run * 12);
    const place = stco.body + 8 + chunk * (wide ? 8 : 4);
    const from = wide ? Number(view.getBigUint64(place)) : view.getUint32(place);
    const count = Math.min(perChunk, samples - sample);
    let size = sameSize * count;
    if (!sameSize) for (let n = 0; n < count; n++) size += view.getUint32(stsz.body + 12 + (sample + n) * 4);
    sample += count;
    ranges.push([from, from + size]);
  }
}

/** Sorted, and without overlaps. */
function joined(ranges: Range[]): Range[] {
  ranges.sort((a, b) => a[0] - b[0]);
  const found: Range[] = [];
  for (const [from, to] of ranges) {
    const last = found.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** The number of entries of a table, which must fit into its box. */
function entries(view: DataView, box: Box, countAt: number, entryBytes: number): number {
  const count = view.getUint32(box.body + countAt);
  if (box.body + countAt + 4 + count * entryBytes > box.end) throw new NotARecording();
  return count;
}

/** Zeroes these boxes except for the ranges. Both are sorted and do not overlap, so one pass is enough. */
function blankGaps(bytes: Uint8Array, ranges: Range[], boxes: Box[]): void {
  let next = 0;
  for (const { body, end } of boxes) {
    let at = body;
    while (next < ranges.length && ranges[next]![1] <= at) next++;
    for (let index = next; index < ranges.length && ranges[index]![0] < end; index++) {
      const [from, to] = ranges[index]!;
      if (from > at) bytes.fill(0, at, from);
      at = to;
      if (at >= end) break;
      next = index;
    }
    if (at < end) bytes.fill(0, at, end);
  }
}
