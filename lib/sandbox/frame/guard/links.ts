/**
 * Links to the outside, whose address some browsers connect to or look up before anybody follows it: when a script focuses the
 * link, the pointer is on it or a press on it is refused a window. Their `href` gets a scheme that leads nowhere; whoever reads
 * it gets what was written. Chromium, which enforces `Connection-Allowlist`, needs none of it.
 */
import {
  apply,
  defineProperty,
  getAttribute,
  getOwnPropertyDescriptor,
  getter,
  indexOf,
  matches,
  replaceAll,
  replaceMethod,
  setAttribute,
  setter,
  toText,
} from "@/lib/sandbox/frame/guard/natives";

export const hidesLinks = !HTMLScriptElement.supports?.("speculationrules");
const OUT = "gum-out:";
/** As the parser of URLs reads it, which drops tabs and line ends. */
const OUTSIDE = /^[\0- ]*(?:h[\t\n\r]*t[\t\n\r]*t[\t\n\r]*p[\t\n\r]*(?:s[\t\n\r]*)?:|[/\\][\t\n\r]*[/\\])/i;

export const hidden = (href: string): string => (hidesLinks && matches(OUTSIDE, href) ? OUT + href : href);

/** For any text that may hold hidden addresses. */
function shown<T>(text: T): T | string {
  return typeof text === "string" && indexOf(text, OUT) >= 0 ? replaceAll(text, OUT, "") : text;
}

const PARTS = ["protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"];
const NativeUrl = URL;
const { construct } = Reflect;
const baseUri = getter<string>(Node.prototype, "baseURI");
const hrefOf = getter<string>(URL.prototype, "href");

/** The address as it was written; null if it is none. */
function urlOf(link: Element): URL | null {
  const href = getAttribute(link, "href");
  try {
    return href === null ? null : (construct(NativeUrl, [shown(href), baseUri(link)]) as URL);
  } catch {
    return null;
  }
}

const isHidden = (link: Element): boolean => indexOf(getAttribute(link, "href") ?? "", OUT) === 0;

export function guardLinks(): void {
  if (!hidesLinks) return;
  for (const { prototype } of [HTMLAnchorElement, HTMLAreaElement]) {
    for (const name of ["href", "origin", ...PARTS]) guardPart(prototype, name);
    replaceMethod(prototype, "toString", () => {
      return function (this: unknown) {
        return (this as HTMLAnchorElement).href;
      };
    });
  }
  guardReads();
}

function guardPart(prototype: object, name: string): void {
  const found = getOwnPropertyDescriptor(prototype, name)!;
  const ofUrl = getter<string>(URL.prototype, name);
  const setOfUrl = found.set && setter(URL.prototype, name);
  defineProperty(prototype, name, {
    ...found,
    get(this: Element) {
      const native = apply(found.get!, this, []) as string;
      const url = isHidden(this) ? urlOf(this) : null;
      return url ? ofUrl(url) : shown(native);
    },
    set:
      setOfUrl &&
      function (this: Element, value: unknown) {
        if (name === "href") return setAttribute(this, name, hidden(toText(value)));
        const url = urlOf(this);
        if (!url) return;
        setOfUrl(url, toText(value));
        setAttribute(this, "href", hidden(hrefOf(url)));
      },
  });
}

function guardReads(): void {
  const element = Element.prototype;
  for (const [owner, name] of [
    [element, "getAttribute"],
    [element, "getAttributeNS"],
    [element, "getHTML"],
    [ShadowRoot.prototype, "getHTML"],
    [XMLSerializer.prototype, "serializeToString"],
  ] as const) {
    replaceMethod(owner, name, (native) => {
      return function (this: unknown, ...args: unknown[]) {
        return shown(native(this, args));
      };
    });
  }
  for (const [owner, name] of [
    [element, "innerHTML"],
    [element, "outerHTML"],
    [ShadowRoot.prototype, "innerHTML"],
    [Attr.prototype, "value"],
    [SVGAnimatedString.prototype, "baseVal"],
    [SVGAnimatedString.prototype, "animVal"],
  ] as const) {
    const found = getOwnPropertyDescriptor(owner, name)!;
    defineProperty(owner, name, {
      ...found,
      get(this: unknown) {
        return shown(apply(found.get!, this, []));
      },
    });
  }
  const found = getOwnPropertyDescriptor(SVGAnimatedString.prototype, "baseVal")!;
  defineProperty(SVGAnimatedString.prototype, "baseVal", {
    ...found,
    set(this: unknown, value: unknown) {
      apply(found.set!, this, [hidden(toText(value))]);
    },
  });
}

export const runCommand = (command: string, value: string): string =>
  matches(/^createlink$/i, command) ? hidden(value) : value;
