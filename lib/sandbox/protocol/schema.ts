/**
 * Message parsers: each field is named, typed, bounded and copied; everything else is dropped.
 *
 * Trust model: the other end of the port is an app that may send anything a structured clone can carry. Parsers build their
 * output from primitives and known binary types, so no prototype, extra key or oversized text reaches the host. They are
 * hand-written and small because the same code ships with every frame.
 */
export type Parser<T> = (value: unknown) => T;
export type Parsed<P> = P extends Parser<infer T> ? T : never;

export class MalformedMessage extends Error {
  override name = "MalformedMessage";
}

const TYPE_CHARS = 255;

function refuse(expected: string): never {
  throw new MalformedMessage(`expected ${expected}`);
}

/** A string of at most `max` UTF-16 units. */
export function text(max: number): Parser<string> {
  return (value) => (typeof value === "string" && value.length <= max ? value : refuse(`text up to ${max}`));
}

/** A string truncated to `max` UTF-16 units instead of refused, for text that is only displayed. */
export function clipped(max: number): Parser<string> {
  return (value) => (typeof value === "string" ? value.slice(0, max) : refuse("text"));
}

export function number(min: number, max: number): Parser<number> {
  return (value) =>
    typeof value === "number" && value >= min && value <= max ? value : refuse(`${min}..${max}`);
}

export const boolean: Parser<boolean> = (value) =>
  typeof value === "boolean" ? value : refuse("true or false");

export function oneOf<const T extends string | number>(...choices: readonly T[]): Parser<T> {
  return (value) =>
    (choices as readonly unknown[]).includes(value) ? (value as T) : refuse(choices.join("|"));
}

export function nullable<T>(inner: Parser<T>): Parser<T | null> {
  return (value) => (value === null || value === undefined ? null : inner(value));
}

export function either<A, B>(first: Parser<A>, second: Parser<B>): Parser<A | B> {
  return (value) => {
    try {
      return first(value);
    } catch {
      return second(value);
    }
  };
}

export function list<T>(inner: Parser<T>, max: number): Parser<T[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > max) refuse(`list up to ${max}`);
    return Array.from(value, inner);
  };
}

export function pair<A, B>(first: Parser<A>, second: Parser<B>): Parser<[A, B]> {
  return (value) => {
    if (!Array.isArray(value) || value.length !== 2) refuse("pair");
    return [first(value[0]), second(value[1])];
  };
}

/** A Blob of at most `max` bytes, without the name of a file, which has no limit. */
export function blob(max: number): Parser<Blob> {
  return (value) => {
    if (!(value instanceof Blob) || value.size > max) refuse(`file up to ${max} bytes`);
    return value.slice(0, value.size, value.type.length <= TYPE_CHARS ? value.type : "");
  };
}

/** An ArrayBuffer of at most `max` bytes. */
export function buffer(max: number): Parser<ArrayBuffer> {
  return (value) =>
    value instanceof ArrayBuffer && value.byteLength <= max ? value : refuse(`bytes up to ${max}`);
}

/** A whole number. */
export function integer(min: number, max: number): Parser<number> {
  const inRange = number(min, max);
  return (value) => (Number.isInteger(inRange(value)) ? (value as number) : refuse("a whole number"));
}

type Shape = Record<string, Parser<unknown>>;
type Fields<S extends Shape> = { [K in keyof S]: Parsed<S[K]> };

/** An object with these fields; others are dropped. */
export function object<S extends Shape>(shape: S): Parser<Fields<S>> {
  const fields = Object.entries(shape);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refuse("object");
    const source = value as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const [name, parse] of fields)
      copy[name] = parse(Object.hasOwn(source, name) ? source[name] : undefined);
    return copy as Fields<S>;
  };
}

type Variants = Record<string, Parser<object>>;
/** The union of the messages in a table, with the key as `type`. */
export type Message<V extends Variants> = { [K in keyof V]: { type: K } & Parsed<V[K]> }[keyof V];

/** A message `{type, …}`, parsed by the variant that `type` names. */
export function message<V extends Variants>(variants: V): Parser<Message<V>> {
  return (value) => {
    const type =
      typeof value === "object" && value !== null && Object.hasOwn(value, "type")
        ? (value as { type: unknown }).type
        : null;
    if (typeof type !== "string" || !Object.hasOwn(variants, type)) refuse("a known message");
    return { ...variants[type]!(value), type } as Message<V>;
  };
}
