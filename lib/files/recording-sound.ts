import "server-only";
import { NotARecording, stepCounter, type Recording } from "./recording-format";

const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

const sound = (type: string, extension: string, milliseconds: number, bytes: Uint8Array): Recording => ({
  kind: "audio",
  type,
  extension,
  hasSound: true,
  durationMs: milliseconds > 0 ? Math.round(milliseconds) : null,
  bytes,
});

/** WAV with PCM; null if it is something else. @throws NotARecording */
export function cleanWav(bytes: Uint8Array): Recording | null {
  if (ascii(bytes, 0, 4) !== "RIFF" || ascii(bytes, 8, 4) !== "WAVE") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const step = stepCounter();
  let bytesPerSecond = 0;
  let dataBytes = 0;
  let at = 12;
  while (at + 8 <= bytes.length) {
    step();
    const id = ascii(bytes, at, 4);
    const body = at + 8;
    const size = view.getUint32(at + 4, true);
    // Programs that did not know the length write none.
    const end = id === "data" ? Math.min(body + (size || bytes.length), bytes.length) : body + size;
    if (end > bytes.length) throw new NotARecording();
    if (id === "fmt ") {
      if (size < 16 || ![1, 3, 0xfffe].includes(view.getUint16(body, true)))
        throw new NotARecording("Of WAV, only PCM is accepted.");
      bytesPerSecond = view.getUint32(body + 8, true);
    } else if (id === "data") {
      dataBytes += end - body;
    } else if (id !== "fact") {
      bytes.set([0x4a, 0x55, 0x4e, 0x4b], at);
      bytes.fill(0, body, end);
    }
    at = end + ((end - body) % 2);
  }
  if (bytesPerSecond === 0 || dataBytes === 0) throw new NotARecording();
  return sound("audio/wav", "wav", (dataBytes / bytesPerSecond) * 1_000, bytes.subarray(0, at));
}

type Frame = { bytes: number; milliseconds: number };

const MPEG1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MPEG2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];

/** A frame of MPEG audio, layer III; null if there is none. */
function mp3Frame(bytes: Uint8Array, at: number): Frame | null {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  if (first !== 0xff || (second & 0xe6) !== 0xe2 || version === 1) return null;
  const isFirst = version === 3;
  const kilobits = (isFirst ? MPEG1 : MPEG2)[third >> 4];
  const base = RATES[(third >> 2) & 3];
  if (!kilobits || !base) return null;
  const rate = base / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3];
  const samples = isFirst ? 1_152 : 576;
  const length = Math.floor(((samples / 8) * kilobits * 1_000) / rate) + ((third >> 1) & 1);
  return { bytes: length, milliseconds: (samples / rate) * 1_000 };
}

const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];

/** A frame of AAC as a stream of its own (ADTS); null if there is none. */
function aacFrame(bytes: Uint8Array, at: number): Frame | null {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = bytes.subarray(
    at,
    at + 7,
  );
  const rate = AAC_RATES[(third >> 2) & 15];
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  if (first !== 0xff || (second & 0xf6) !== 0xf0 || !rate || length < 7) return null;
  return { bytes: length, milliseconds: ((1_024 * ((seventh & 3) + 1)) / rate) * 1_000 };
}

/** MP3 without its tags; null if it is something else. @throws NotARecording */
export function cleanMp3(bytes: Uint8Array): Recording | null {
  const found = frames(bytes, mp3Frame);
  return found && sound("audio/mpeg", "mp3", found.milliseconds, found.bytes);
}

/** AAC without its tags; null if it is something else. @throws NotARecording */
export function cleanAac(bytes: Uint8Array): Recording | null {
  const found = frames(bytes, aacFrame);
  return found && sound("audio/aac", "aac", found.milliseconds, found.bytes);
}

const TAGS = /^(TAG|APETAGEX|LYRICSBEGIN|ID3)/;

/** The frames alone: tags before and after them are cut off. */
function frames(
  bytes: Uint8Array,
  read: typeof mp3Frame,
): { bytes: Uint8Array; milliseconds: number } | null {
  const start = afterTags(bytes);
  const step = stepCounter();
  let milliseconds = 0;
  let at = start;
  let count = 0;
  for (let frame = read(bytes, at); frame && at + frame.bytes <= bytes.length; frame = read(bytes, at)) {
    step();
    at += frame.bytes;
    milliseconds += frame.milliseconds;
    count++;
  }
  // Two frames in a row are no accident.
  if (count < 2) return null;
  const rest = bytes.subarray(at);
  const isCutOff = read(bytes, at) !== null;
  if (!isCutOff && !TAGS.test(ascii(rest, 0, 11)) && rest.some((byte) => byte !== 0))
    throw new NotARecording();
  return { bytes: bytes.subarray(start, at), milliseconds };
}

/** Where the sound begins after ID3 tags and their padding. */
function afterTags(bytes: Uint8Array): number {
  let at = 0;
  const step = stepCounter(100);
  while (ascii(bytes, at, 3) === "ID3" && at + 10 <= bytes.length) {
    step();
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 6, at + 10);
    const hasFooter = (bytes[at + 5]! & 0x10) !== 0;
    at += 10 + ((a << 21) | (b << 14) | (c << 7) | d) + (hasFooter ? 10 : 0);
  }
  if (at === 0) return 0;
  while (at < bytes.length && bytes[at] === 0) at++;
  return at;
}
