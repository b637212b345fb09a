/** The worker's end of platform/worker-services.ts. */
import { define, ownerOf, realm } from "@/lib/sandbox/frame/inside/realm";
import type { DatabasePorts } from "@/lib/sandbox/frame/inside/shared/databases";
import type { FromWorker, ToWorker } from "@/lib/sandbox/frame/inside/worker/setup";

const METHODS =
  "decrypt deriveBits deriveKey digest encrypt exportKey generateKey importKey sign unwrapKey verify wrapKey";

/** Blob URLs that this worker created. */
const blobs = new Map<string, Blob>();
let pagePort: MessagePort;
let lastId = 0;
const scope = globalThis as unknown as { close(): void };
const pendingCalls = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;

function callPage(question: WithoutId<FromWorker>): Promise<unknown> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    pendingCalls.set(id, { resolve, reject });
    pagePort.postMessage({ ...question, id });
  });
}

export function installServices(port: MessagePort): void {
  pagePort = port;
  pagePort.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    const waiting = pendingCalls.get(data.id);
    pendingCalls.delete(data.id);
    if (data.error) waiting?.reject(new DOMException(data.error.message, data.error.name));
    else waiting?.resolve(data.value);
  };
  define(URL, "createObjectURL", (object: Blob | MediaSource) => {
    const url = realm.createObjectURL(object);
    if (object instanceof Blob) {
      blobs.set(url, object);
      pagePort.postMessage({ type: "made", url, blob: object } satisfies FromWorker);
    }
    return url;
  });
  define(URL, "revokeObjectURL", (url: string) => {
    blobs.delete(url);
    pagePort.postMessage({ type: "revoked", url } satisfies FromWorker);
    realm.revokeObjectURL(url);
  });
  const { close } = scope;
  define(ownerOf("close"), "close", () => {
    pagePort.postMessage({ type: "closed" } satisfies FromWorker);
    close.call(scope);
  });
  if (!("subtle" in crypto)) define(crypto, "subtle", subtle());
  if (!("randomUUID" in crypto)) define(crypto, "randomUUID", randomUuid);
}

/** The blob behind a blob URL of the page or any worker; null if it was revoked. */
export async function findBlob(url: string): Promise<Blob | null> {
  return blobs.get(url) ?? ((await callPage({ type: "read", url })) as Blob | null);
}

/** A file that the worker has not received. @throws DOMException if it does not arrive */
export async function fetchFile(name: string): Promise<Blob> {
  return (await callPage({ type: "file", name })) as Blob;
}

/** Makes the app start again with all files. @returns what to throw */
export function startAgain(): Error {
  pagePort.postMessage({ type: "needWhole" } satisfies FromWorker);
  return new Error("The app starts again with all of its files.");
}

/** The blob URL of a module of the package that only a run-time expression names; null if it is none. */
export async function findModule(specifier: string, from: string): Promise<string | null> {
  return (await callPage({ type: "module", specifier, from })) as string | null;
}

/** To the page's databases and files. */
export function openDatabasePorts(): DatabasePorts {
  const [databases, files] = [new MessageChannel(), new MessageChannel()];
  const ports: DatabasePorts = { databases: databases.port2, files: files.port2 };
  pagePort.postMessage({ type: "databases", ports } satisfies FromWorker, [databases.port2, files.port2]);
  return { databases: databases.port1, files: files.port1 };
}

export const ownBlob = (url: string): Blob | undefined => blobs.get(url);

function subtle(): Record<string, (...args: unknown[]) => Promise<unknown>> {
  return Object.fromEntries(
    METHODS.split(" ").map((method) => [
      method,
      (...args: unknown[]) => callPage({ type: "compute", method, args }),
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
