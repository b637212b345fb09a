/** Every way in which a script sets an attribute leads through here. */
import { animatesAddress, framed, harmlessRel } from "@/lib/sandbox/frame/guard/markup";
import { hidden, hidesLinks } from "@/lib/sandbox/frame/guard/links";
import {
  defineProperty,
  exec,
  getOwnPropertyDescriptor,
  getter,
  localName,
  lowerCase,
  mapSetter,
  nodeType,
  queryAll,
  replaceMethod,
  setter,
  templateContent,
  toText,
  weakSet,
} from "@/lib/sandbox/frame/guard/natives";
import { disguise } from "@/lib/sandbox/frame/look-alike";

const attributes = Attr.prototype;
const attributeName = getter<string>(attributes, "localName");
const attributeOwner = getter<Element | null>(attributes, "ownerElement");
const attributeValue = getter<string>(attributes, "value");
const attributesOf = getter<NamedNodeMap>(Element.prototype, "attributes");
const setAttributeValue = setter(attributes, "value");

/** `owner` null: an element that is not known yet. */
function harmlessValue(owner: Element | null, name: string, value: string): string {
  const tag = owner && localName(owner);
  switch (lowerCase(name)) {
    case "rel":
      return tag === "link" || tag === null ? harmlessRel(value) : value;
    case "srcdoc":
      return tag === "iframe" || tag === null ? framed(value) : value;
    case "href":
      return tag === "a" || tag === "area" || tag === null ? hidden(value) : value;
    case "attributename":
      return hidesLinks && (tag === "set" || tag === "animate") && animatesAddress(value) ? "" : value;
    default:
      return value;
  }
}

function makeHarmless(attribute: unknown, owner: Element | null): void {
  const value = attributeValue(attribute);
  const harmless = harmlessValue(owner, attributeName(attribute), value);
  if (harmless !== value) setAttributeValue(attribute, harmless);
}

/** Cleans a tree that no parser of markup has passed: results of XSLT, XML. It must not be in a page yet. */
export function makeTreeHarmless(root: Node | null): void {
  if (!root) return;
  const select = queryAll[nodeType(root)]!;
  const found = select(root, "link[rel],iframe[srcdoc],a,area,set,animate,template");
  for (let index = 0; found[index]; index += 1) {
    const element = found[index]!;
    if (localName(element) === "template") makeTreeHarmless(contentOf(element));
    const all = attributesOf(element);
    for (let at = 0; all[at]; at += 1) makeHarmless(all[at], element);
  }
}

/** An element of that name in another namespace has no content. */
function contentOf(template: Element): DocumentFragment | null {
  try {
    return templateContent(template);
  } catch {
    return null;
  }
}

export function guardAttributes(): void {
  const element = Element.prototype;
  replaceMethod(element, "setAttribute", (native) => {
    return function (this: unknown, ...args: unknown[]) {
      if (args.length < 2) return native(this, args);
      const name = toText(args[0]);
      return native(this, [name, harmlessValue(this as Element, lastPart(name), toText(args[1]))]);
    };
  });
  replaceMethod(element, "setAttributeNS", (native) => {
    return function (this: unknown, ...args: unknown[]) {
      if (args.length < 3) return native(this, args);
      const name = toText(args[1]);
      return native(this, [args[0], name, harmlessValue(this as Element, lastPart(name), toText(args[2]))]);
    };
  });
  for (const name of ["setAttributeNode", "setAttributeNodeNS"]) {
    replaceMethod(element, name, (native) => {
      return function (this: unknown, ...args: unknown[]) {
        makeHarmless(args[0], this as Element);
        return native(this, args);
      };
    });
  }
  for (const name of ["setNamedItem", "setNamedItemNS"]) {
    replaceMethod(NamedNodeMap.prototype, name, (native) => {
      return function (this: unknown, ...args: unknown[]) {
        makeHarmless(args[0], null);
        return native(this, args);
      };
    });
  }
  mapSetter(attributes, "value", harmlessOf);
  for (const name of ["nodeValue", "textContent"]) {
    mapSetter(Node.prototype, name, (self, text, raw) => {
      return nodeType(self) === Node.ATTRIBUTE_NODE ? harmlessOf(self, raw === null ? "" : text) : raw;
    });
  }
  mapSetter(HTMLLinkElement.prototype, "rel", (_, text) => harmlessRel(text));
  mapSetter(HTMLIFrameElement.prototype, "srcdoc", (_, text) => framed(text));
  guardTokens();
}

function harmlessOf(attribute: unknown, text: string): string {
  const owner = attributeOwner(attribute);
  return owner ? harmlessValue(owner, attributeName(attribute), text) : text;
}

/** Without the prefix, as in `xlink:href`. */
const lastPart = (name: string): string => exec(/[^:]*$/, name)![0];

function guardTokens(): void {
  const ofLinks = weakSet<DOMTokenList>();
  const links = HTMLLinkElement.prototype;
  const found = getOwnPropertyDescriptor(links, "relList")!;
  const relList = getter<DOMTokenList>(links, "relList");
  const { get } = {
    get(this: unknown) {
      const list = relList(this);
      ofLinks.add(list);
      return list;
    },
  };
  defineProperty(links, "relList", { ...found, get: disguise(get, found.get) });
  mapSetter(links, "relList", (_, value) => harmlessRel(value));
  const harmlessToken = (list: unknown, value: string): string =>
    ofLinks.has(list as DOMTokenList) ? harmlessRel(value) : value;
  const tokens = DOMTokenList.prototype;
  mapSetter(tokens, "value", harmlessToken);
  for (const name of ["add", "toggle", "replace"]) {
    replaceMethod(tokens, name, (native) => {
      return function (this: unknown, ...args: unknown[]) {
        if (!ofLinks.has(this as DOMTokenList)) return native(this, args);
        for (let index = 0; index < args.length; index += 1) {
          if (name === "toggle" && index === 1) break;
          const token = toText(args[index]);
          // Without a token there is nothing to set, and the native method would throw.
          if (harmlessRel(token) !== token) return name === "add" ? undefined : false;
          args[index] = token;
        }
        return native(this, args);
      };
    });
  }
}
