/**
 * Serialises structured clones, so that a server can store what an app puts into IndexedDB: a table of nodes that refer to each
 * other by index, which preserves shared and circular references. As text, binary data is base64; as bytes, it follows the
 * text as it is. Throws for unsupported values (CryptoKey).
 */
import { fromBase64, toBase64 } from "@/lib/sandbox/frame/inside/shared/base64";
import { textBytes } from "@/lib/sandbox/protocol/storage";

type Node = unknown[];
const VIEWS = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
] as const;
const ERRORS = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError } as Record<
  string,
  ErrorConstructor
>;

/** Takes binary data, and returns what stands for it in the text. */
type Put = (bytes: Uint8Array) => unknown;
type Take = (token: never) => Uint8Array<ArrayBuffer>;

export async function encode(value: unknown): Promise<string> {
  return JSON.stringify(await nodesOf(value, toBase64));
}

export function decode(text: string): unknown {
  return valueOf(JSON.parse(text) as Node[], fromBase64);
}

/** The length of the text, the text, and the binary data, whose lengths are in the text. */
export async function encodeBytes(value: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const binary: Uint8Array[] = [];
  const nodes = await nodesOf(value, (bytes) => binary.push(bytes) - 1);
  const text = new TextEncoder().encode(JSON.stringify([nodes, binary.map(({ length }) => length)]));
  const parts = [new Uint8Array(Uint32Array.of(text.length).buffer), text, ...binary];
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** @throws if the bytes are not whole */
export function decodeBytes(bytes: Uint8Array<ArrayBuffer>): unknown {
  let at = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const [nodes, lengths] = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at))) as [Node[], number[]];
  const binary = lengths.map((length) => bytes.slice(at, (at += length)));
  if (at !== bytes.length) throw new RangeError("Some of it is missing.");
  return valueOf(nodes, (index) => binary[index]!);
}

/** Reads blobs first, which is asynchronous, then serialises the rest synchronously. */
async function nodesOf(value: unknown, put: Put): Promise<Node[]> {
  const blobs = new Map<Blob, unknown>();
  const found = collectBlobs(value, new Set());
  if (found.length)
    await Promise.all(
      found.map(async (blob) => blobs.set(blob, put(new Uint8Array(await blob.arrayBuffer())))),
    );
  const nodes: Node[] = [];
  const seen = new Map<unknown, number>();
  const write = (item: unknown): number => {
    const known = seen.get(item);
    if (known !== undefined) return known;
    const index = nodes.push([]) - 1;
    seen.set(item, index);
    nodes[index] = describe(item, write, { put, blobs });
    return index;
  };
  write(value);
  return nodes;
}

/** An index with as many digits as any has. */
const ANY_INDEX = 9_999_999;
const base64Chars = (bytes: number): number => Math.ceil(bytes / 3) * 4;
/** The place and length of binary data in the text. */
const SECTION_CHARS = 24;

/** What a value adds to the text of `encode`, in UTF-8 bytes, or a little more: not all of it has to be built for that. */
export function encodedBytes(value: unknown): number {
  return countBytes(value, base64Chars);
}

/** What a value adds to the bytes of `encodeBytes`, or a little more. */
export function plainBytes(value: unknown): number {
  return countBytes(value, (bytes) => bytes + SECTION_CHARS);
}

function countBytes(value: unknown, ofBinary: (bytes: number) => number): number {
  let bytes = 0;
  const seen = new Set<unknown>();
  const blobs = new Map<Blob, string>();
  const put = ({ length }: Uint8Array): string => {
    bytes += ofBinary(length);
    return "";
  };
  const write = (item: unknown): number => {
    if (seen.has(item)) return ANY_INDEX;
    seen.add(item);
    if (item instanceof Blob) bytes += ofBinary(item.size);
    // It counts what is inside meanwhile.
    const text = JSON.stringify(describe(item, write, { put, blobs }));
    bytes += textBytes(text) + 1;
    return ANY_INDEX;
  };
  write(value);
  return bytes;
}

function collectBlobs(value: unknown, seen: Set<unknown>): Blob[] {
  if (typeof value !== "object" || value === null || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Blob) return [value];
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return [];
  const inner =
    value instanceof Map ? [...value].flat() : value instanceof Set ? [...value] : Object.values(value);
  return inner.flatMap((item) => collectBlobs(item, seen));
}

function describe(
  item: unknown,
  write: (item: unknown) => number,
  { put, blobs }: { put: Put; blobs: Map<Blob, unknown> },
): Node {
  if (item === undefined) return ["u"];
  if (item === null || typeof item === "boolean" || typeof item === "string") return ["j", item];
  if (typeof item === "number")
    return Number.isFinite(item) && !Object.is(item, -0)
      ? ["j", item]
      : ["n", Object.is(item, -0) ? "-0" : String(item)];
  if (typeof item === "bigint") return ["i", String(item)];
  if (typeof item !== "object") throw new DOMException(`${typeof item} cannot be kept`, "DataCloneError");
  if (Array.isArray(item))
    return ["a", item.length, Object.entries(item).map(([key, inner]) => [key, write(inner)])];
  if (item instanceof Date) return ["d", item.getTime()];
  if (item instanceof RegExp) return ["r", item.source, item.flags];
  if (item instanceof Map) return ["m", [...item].map(([key, inner]) => [write(key), write(inner)])];
  if (item instanceof Set) return ["s", [...item].map(write)];
  if (item instanceof ArrayBuffer) return ["b", put(new Uint8Array(item))];
  if (ArrayBuffer.isView(item)) return describeView(item, write);
  if (item instanceof File) return ["f", blobs.get(item), item.type, item.name, item.lastModified];
  if (item instanceof Blob) return ["f", blobs.get(item), item.type];
  if (item instanceof Error) return ["e", item.name, item.message, item.stack ?? ""];
  if (item instanceof Boolean || item instanceof Number || item instanceof String)
    return ["w", write(item.valueOf())];
  if (typeof ImageData !== "undefined" && item instanceof ImageData)
    return ["p", item.width, item.height, put(new Uint8Array(item.data.buffer))];
  if (Object.prototype.toString.call(item) !== "[object Object]")
    throw new DOMException("This object cannot be kept", "DataCloneError");
  return ["o", Object.entries(item).map(([key, inner]) => [key, write(inner)])];
}

function describeView(view: ArrayBufferView, write: (item: unknown) => number): Node {
  const kind = VIEWS.findIndex((View) => view instanceof View);
  const length = view instanceof DataView ? view.byteLength : (view as Uint8Array).length;
  return ["v", kind, write(view.buffer), view.byteOffset, length];
}

function valueOf(nodes: Node[], take: Take): unknown {
  const values = new Map<number, unknown>();
  const read = (index: number): unknown => {
    if (values.has(index)) return values.get(index);
    const keep = <T>(value: T): T => {
      values.set(index, value);
      return value;
    };
    return revive(nodes[index]!, read, { keep, take });
  };
  return read(0);
}

function revive(
  node: Node,
  read: (index: number) => unknown,
  { keep, take }: { keep: <T>(value: T) => T; take: Take },
): unknown {
  const [kind, first, second, third, fourth] = node as [string, never, never, never, never];
  switch (kind) {
    case "u":
      return keep(undefined);
    case "n":
      return keep(Number(first));
    case "i":
      return keep(BigInt(first));
    case "d":
      // JSON has no NaN, the time of an invalid date; `new Date(null)` would be 1970.
      return keep(new Date(first ?? NaN));
    case "r":
      return keep(new RegExp(first, second));
    case "b":
      return keep(take(first).buffer);
    case "f": {
      const parts = [take(first)];
      return keep(
        third === undefined
          ? new Blob(parts, { type: second })
          : new File(parts, third, { type: second, lastModified: fourth }),
      );
    }
    case "e":
      return keep(Object.assign(new (ERRORS[first] ?? Error)(second), { name: first, stack: third }));
    case "w":
      return keep(Object(read(first)));
    case "p":
      return keep(new ImageData(new Uint8ClampedArray(take(third).buffer), first, second));
    case "v":
      return keep(
        Reflect.construct(VIEWS[first] as Uint8ArrayConstructor, [
          read(second),
          third,
          fourth,
        ]) as ArrayBufferView,
      );
    case "a": {
      const array = keep(new Array(first) as unknown[]);
      for (const [key, index] of second as [string, number][]) array[key as never] = read(index);
      return array;
    }
    case "m": {
      const map = keep(new Map());
      for (const [key, index] of first as [number, number][]) map.set(read(key), read(index));
      return map;
    }
    case "s": {
      const set = keep(new Set());
      for (const index of first as number[]) set.add(read(index));
      return set;
    }
    case "o": {
      const object = keep({});
      for (const [key, index] of first as [string, number][]) {
        Object.defineProperty(object, key, {
          value: read(index),
          writable: true,
          enumerable: true,
          configurable: true,
        });
      }
      return object;
    }
    default:
      return keep(first);
  }
}
