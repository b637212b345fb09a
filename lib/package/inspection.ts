import type { Place } from "./finding";

/** What code seems to need, found by looking through it. It may be wrong both ways; it decides nothing by itself. */
export type Need =
  | "inline-events"
  | "eval"
  | "wasm"
  | "workers"
  | "modules"
  | "indexedDB"
  | "storage"
  | "fullscreen"
  | "clipboard"
  | "network";

/** An `onclick` and the like. `code` is what the browser hashes; `hash` is `sha256-…`, as it stands in a manifest. */
export type InlineHandler = {
  attribute: string;
  code: string;
  hash: string;
  /** In the page itself, or in a text of a script that makes markup of it. */
  origin: "markup" | "script";
  place: Required<Place>;
};

/**
 * An address outside the package. `load`: something that the page takes in (script, picture, import). `request`: fetch
 * and its like. `gum-fetch`: asked through the host. `link`: somewhere to go. `text`: only written down.
 */
export type ExternalReference = {
  url: string;
  host: string;
  use: "load" | "request" | "gum-fetch" | "link" | "text";
  place: Required<Place>;
};

export type Inspection = {
  handlers: InlineHandler[];
  /** The hashes of all handlers, each once, in the order in which they were found. */
  hashes: string[];
  /** Handlers that are put together at run time: they have no hash. */
  dynamicHandlers: { attribute: string; place: Required<Place> }[];
  /** Where each need was first seen. */
  needs: ReadonlyMap<Need, Required<Place>>;
  references: ExternalReference[];
  /** Files that are named and are not there. */
  missing: { file: string; place: Required<Place> }[];
  javascriptUrls: Required<Place>[];
  /** Entries too large to be looked through. */
  notScanned: string[];
};
