import type { Place } from "./finding";

/** What code seems to need. A guess that can be wrong both ways; it decides nothing by itself. */
export type Need =
  | "inline-events"
  | "eval"
  | "wasm"
  | "workers"
  | "threads"
  | "modules"
  | "indexedDB"
  | "storage"
  | "fullscreen"
  | "clipboard"
  | "network";

/** An `onclick` and the like. `code` is what the browser hashes; `hash` is `sha256-…`, as in a manifest. */
export type InlineHandler = {
  attribute: string;
  code: string;
  hash: string;
  /** In the page itself, or in a script that creates markup from a string. */
  origin: "markup" | "script";
  place: Required<Place>;
};

/**
 * A URL outside the package. `load`: a resource of the page (script, picture, import). `request`: fetch, WebSocket and the
 * like. `gum-fetch`: requested through the host. `link`: a navigation. `text`: any other string.
 */
export type ExternalReference = {
  url: string;
  host: string;
  use: "load" | "request" | "gum-fetch" | "link" | "text";
  place: Required<Place>;
};

export type Inspection = {
  handlers: InlineHandler[];
  /** The distinct hashes of all handlers, in order. */
  hashes: string[];
  /** Handlers built at run time, which have no hash. */
  dynamicHandlers: { attribute: string; place: Required<Place> }[];
  /** Each need with its first place. */
  needs: ReadonlyMap<Need, Required<Place>>;
  references: ExternalReference[];
  /** References to files that do not exist. */
  missing: { file: string; place: Required<Place> }[];
  /** Scripts of pages whose source is not built. */
  unbuilt: { file: string; place: Required<Place> }[];
  /** Files that no frame can read, because a server would have to unpack them. */
  compressed: { file: string; place: Place }[];
  /** Entries too large to scan. */
  notScanned: string[];
  /** The engines, frameworks and libraries that were recognised, with their versions where those are certain. */
  madeWith: string[];
};
