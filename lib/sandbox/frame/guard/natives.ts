/**
 * Built-ins as they were before the app ran. The app shares the realm, so guard code calls nothing that the app could have
 * replaced: no method of a value, no iterator, no `instanceof`, no options object that inherits from Object.prototype.
 */
import { disguise } from "@/lib/sandbox/frame/look-alike";

type Method = (...args: never[]) => unknown;

export const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
export const toText = String;

/** A method as a function whose first parameter is `this`. */
export function method<R>(owner: object, name: string): (self: unknown, ...args: unknown[]) => R {
  const native = (owner as Record<string, Method>)[name]!;
  return (self, ...args) => apply(native, self, args) as R;
}

export function getter<R>(owner: object, name: string): (self: unknown) => R {
  const { get } = getOwnPropertyDescriptor(owner, name)!;
  return (self) => apply(get!, self, []) as R;
}

export function setter(owner: object, name: string): (self: unknown, value: unknown) => void {
  const { set } = getOwnPropertyDescriptor(owner, name)!;
  return (self, value) => void apply(set!, self, [value]);
}

export const exec = method<RegExpExecArray | null>(RegExp.prototype, "exec");
export const slice = method<string>(String.prototype, "slice");
export const charAt = method<string>(String.prototype, "charAt");
export const indexOf = method<number>(String.prototype, "indexOf");
export const lowerCase = method<string>(String.prototype, "toLowerCase");

/** Whether it matches; `pattern` must be neither global nor sticky. */
export const matches = (pattern: RegExp, text: string): boolean => exec(pattern, text) !== null;

const elements = Element.prototype;
export const localName = getter<string>(elements, "localName");
export const namespaceOf = getter<string | null>(elements, "namespaceURI");
export const getAttribute = method<string | null>(elements, "getAttribute");
export const setAttribute = method<void>(elements, "setAttribute");
export const setInnerHtml = setter(elements, "innerHTML");
export const firstChild = getter<Node | null>(Node.prototype, "firstChild");
export const ownerDocument = getter<Document | null>(Node.prototype, "ownerDocument");
export const nodeType = getter<number>(Node.prototype, "nodeType");
export const contentType = getter<string>(Document.prototype, "contentType");
export const templateContent = getter<DocumentFragment>(HTMLTemplateElement.prototype, "content");
export const queryAll = {
  [Node.ELEMENT_NODE]: method<NodeListOf<Element>>(elements, "querySelectorAll"),
  [Node.DOCUMENT_NODE]: method<NodeListOf<Element>>(Document.prototype, "querySelectorAll"),
  [Node.DOCUMENT_FRAGMENT_NODE]: method<NodeListOf<Element>>(DocumentFragment.prototype, "querySelectorAll"),
} as Record<number, (self: unknown, selector: string) => NodeListOf<Element>>;

/** A set of objects that are kept only by others. */
export function weakSet<T extends object>(): { add(value: T): void; has(value: T): boolean } {
  const set = new WeakSet<T>();
  const add = method<void>(WeakSet.prototype, "add");
  const has = method<boolean>(WeakSet.prototype, "has");
  return { add: (value) => add(set, value), has: (value) => has(set, value) };
}

/** Replaces a method, if it exists, by what `make` returns for the native one. */
export function replaceMethod(
  owner: object | undefined,
  name: string,
  make: (
    native: (self: unknown, args: unknown[]) => unknown,
  ) => (this: unknown, ...args: unknown[]) => unknown,
): void {
  const native = owner && (owner as Record<string, unknown>)[name];
  if (typeof native !== "function") return;
  const wrapper = make((self, args) => apply(native as Method, self, args));
  disguise(wrapper, native);
  defineProperty(owner!, name, { value: wrapper, writable: true, configurable: true, enumerable: true });
}

/** Makes a method's argument pass through `map`, whatever the app passes. */
export function mapArgument(
  owner: object | undefined,
  name: string,
  index: number,
  map: (text: string) => string,
): void {
  replaceMethod(owner, name, (native) => {
    return function (this: unknown, ...args: unknown[]) {
      if (args.length > index) args[index] = map(toText(args[index]));
      return native(this, args);
    };
  });
}

/** Applies `map` to assigned values. A no-op if there is no such property. */
export function mapSetter(
  owner: object | undefined,
  name: string,
  map: (self: unknown, text: string, raw: unknown) => unknown,
): void {
  const found = owner && getOwnPropertyDescriptor(owner, name);
  if (!found?.set) return;
  const { set } = found;
  const mapped = {
    set(this: unknown, value: unknown) {
      apply(set, this, [map(this, toText(value), value)]);
    },
  }.set;
  defineProperty(owner!, name, { ...found, set: disguise(mapped, set) });
}

export function replaceAll(text: string, searched: string, replacement: string): string {
  let result = "";
  let from = 0;
  for (let at = indexOf(text, searched); at >= 0; at = indexOf(text, searched, from)) {
    result += slice(text, from, at) + replacement;
    from = at + searched.length;
  }
  return result + slice(text, from);
}
