/** The worker's end of platform/worker-services.ts. */
import { define, realm } from "@/lib/sandbox/frame/inside/realm";
import type { FromWorker, ToWorker } from "@/lib/sandbox/frame/inside/worker/setup";

const METHODS =
  "decrypt deriveBits deriveKey digest encrypt exportKey generateKey importKey sign unwrapKey verify wrapKey";

/** Blob URLs that this worker created. */
const objects = new Map<string, Blob>();
let page: MessagePort;
let asked = 0;
const open = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

type Question<T> = T extends { id: number } ? Omit<T, "id"> : never;

function ask(question: Question<FromWorker>): Promise<unknown> {
  asked += 1;
  const id = asked;
  return new Promise((resolve, reject) => {
    open.set(id, { resolve, reject });
    page.postMessage({ ...question, id });
  });
}

export function installServices(port: MessagePort): void {
  page = port;
  page.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    const waiting = open.get(data.id);
    open.delete(data.id);
    if (data.error) waiting?.reject(new DOMException(data.error.message, data.error.name));
    else waiting?.resolve(data.value);
  };
  URL.createObjectURL = (object: Blob | MediaSource) => {
    const url = realm.createObjectURL(object);
    if (object instanceof Blob) {
      objects.set(url, object);
      page.postMessage({ type: "made", url, blob: object } satisfies FromWorker);
    }
    return url;
  };
  URL.revokeObjectURL = (url: string) => {
    objects.delete(url);
    page.postMessage({ type: "revoked", url } satisfies FromWorker);
    realm.revokeObjectURL(url);
  };
  if (!("subtle" in crypto)) define(crypto, "subtle", subtle());
  if (!("randomUUID" in crypto)) define(crypto, "randomUUID", randomUuid);
}

/** The blob behind a blob URL of the page or any worker; null if it was revoked. */
export async function findObject(url: string): Promise<Blob | null> {
  return objects.get(url) ?? ((await ask({ type: "read", url })) as Blob | null);
}

export const ownObject = (url: string): Blob | undefined => objects.get(url);

function subtle(): Record<string, (...args: unknown[]) => Promise<unknown>> {
  return Object.fromEntries(
    METHODS.split(" ").map((method) => [
      method,
      (...args: unknown[]) => ask({ type: "compute", method, args }),
    ]),
  );
}

function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 15) | 64;
  bytes[8] = (bytes[8]! & 63) | 128;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
