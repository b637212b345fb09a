/**
 * Does for workers what they cannot do in an opaque origin: fetches remote files, reads blob URLs that the page or another worker created, serves
 * the databases and files of the page, and runs WebCrypto, which workers lack there.
 */
import { blobOf, readyFile, startAgain } from "@/lib/sandbox/frame/inside/files";
import { recordBlob, blobAt } from "@/lib/sandbox/frame/inside/network/objects";
import { serveDatabases } from "@/lib/sandbox/frame/inside/saving/databases";
import type { FromWorker, KeyHandle, ToWorker, WorkerCall } from "@/lib/sandbox/frame/inside/worker/setup";

/** A CryptoKey cannot be cloned into a worker without WebCrypto, so workers refer to keys by their index here. */
const keys: (CryptoKey | CryptoKeyPair)[] = [];

/** The blob URL of a module that the worker imports; null if it is none of the package. */
type ModuleFinder = (specifier: string, from: string) => Promise<string | null>;

interface Services {
  /** The worker's end. */
  port: MessagePort;
  /** To be called when the worker has ended. */
  end: () => void;
}

export function servePort(findModule: ModuleFinder): Services {
  const { port1, port2 } = new MessageChannel();
  let endDatabases: (() => void) | null = null;
  const end = (): void => {
    port1.close();
    endDatabases?.();
  };
  port1.onmessage = async ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === "made" || data.type === "revoked") {
      recordBlob(data.url, data.type === "made" ? data.blob : null);
      return;
    }
    if (data.type === "needWhole") return void startAgain();
    if (data.type === "databases") return void (endDatabases = serveDatabases(data.ports));
    if (data.type === "closed") return end();
    const answer = (message: ToWorker): void => port1.postMessage(message);
    try {
      answer({ id: data.id, value: await valueFor(data, findModule) });
    } catch (error) {
      const { name, message } = error as Error;
      answer({ id: data.id, error: { name, message } });
    }
  };
  return { port: port2, end };
}

async function valueFor(call: WorkerCall, findModule: ModuleFinder): Promise<unknown> {
  if (call.type === "read") return blobAt(call.url);
  if (call.type === "compute") return compute(call.method, call.args);
  if (call.type === "module") return findModule(call.specifier, call.from);
  await readyFile(call.name);
  return blobOf(call.name);
}

async function compute(method: string, args: unknown[]): Promise<unknown> {
  const run = (crypto.subtle as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>)[method]!;
  const result = await run.apply(crypto.subtle, args.map(resolveKeys));
  if (result instanceof CryptoKey) return handleOf(result);
  const pair = result as Partial<CryptoKeyPair>;
  if (pair.privateKey instanceof CryptoKey)
    return { publicKey: handleOf(pair.publicKey!), privateKey: handleOf(pair.privateKey) };
  return result;
}

function handleOf(key: CryptoKey): KeyHandle {
  const { type, extractable, algorithm, usages } = key;
  return { gumKey: keys.push(key) - 1, type, extractable, algorithm: { ...algorithm }, usages: [...usages] };
}

/** Replaces key handles in arguments, also one level deep: `{ name: "ECDH", public: key }`. */
function resolveKeys(value: unknown, depth: unknown = 0): unknown {
  if (
    typeof value !== "object" ||
    value === null ||
    ArrayBuffer.isView(value) ||
    value instanceof ArrayBuffer
  )
    return value;
  const { gumKey } = value as Partial<KeyHandle>;
  if (typeof gumKey === "number") return keys[gumKey];
  if (Array.isArray(value) || depth === "inner") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, resolveKeys(inner, "inner")]),
  );
}
