/** `data:` URLs, which are self-contained but still subject to connect-src. */
import type { Source } from "@/lib/sandbox/frame/inside/network/source";
import { fromBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import { realm } from "@/lib/sandbox/frame/inside/realm";

const DATA_URL = /^data:([^,]*?)(;base64)?,([\s\S]*)$/i;

export function isDataUrl(url: string): boolean {
  return /^\s*data:/i.test(url);
}

/** @returns null if the URL is not a valid data URL */
export function dataUrlBlob(url: string): Blob | null {
  const data = dataUrlBytes(url);
  return data && new realm.Blob([data.bytes], { type: data.type });
}

/** The source for a request of a data URL. */
export function dataUrlSource(url: string): Source {
  const data = dataUrlBytes(url);
  if (!data) return { kind: "missing" };
  const { bytes, type } = data;
  return { kind: "bytes", type, bytes: () => bytes.slice(), blob: () => new realm.Blob([bytes], { type }) };
}

export function dataUrlBytes(url: string): { bytes: Uint8Array<ArrayBuffer>; type: string } | null {
  const parts = DATA_URL.exec(url.trim());
  if (!parts) return null;
  try {
    const type = parts[1] || "text/plain;charset=US-ASCII";
    return {
      bytes: parts[2] ? fromBase64(percentDecode(parts[3]!).replace(/\s/g, "")) : percentBytes(parts[3]!),
      type,
    };
  } catch {
    return null;
  }
}

function percentDecode(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Percent escapes stand for bytes; everything else is encoded as UTF-8. */
function percentBytes(text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = text.split(/%([0-9a-f]{2})/gi).map((part, index) => {
    return index % 2 ? Uint8Array.of(parseInt(part, 16)) : encoder.encode(part);
  });
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
