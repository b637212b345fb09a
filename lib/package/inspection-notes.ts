import type { Place } from "./finding";
import { PAGE, servedFor } from "./inspect-served";
import type { ExternalReference, Inspection, InlineHandler, Need } from "./inspection";
import { printable } from "./path-rules";
import { findServed, type Served } from "./served-paths";
import { sha256InScript, toBase64 } from "./sha256";
import { TextPlaces } from "./text-place";

/** Bounds for hostile packages. */
const LIST_MAX = 1_000;
const ADDRESSES_PER_ENTRY_MAX = 5_000;
const HANDLER_CODE_MAX_CHARS = 20_000;

/** Collects what the scanners find. */
export class InspectionNotes implements Omit<Inspection, "madeWith"> {
  readonly handlers: InlineHandler[] = [];
  readonly dynamicHandlers: Inspection["dynamicHandlers"] = [];
  readonly needs = new Map<Need, Required<Place>>();
  readonly references: ExternalReference[] = [];
  readonly missing: Inspection["missing"] = [];
  readonly unbuilt: Inspection["unbuilt"] = [];
  readonly compressed: Inspection["compressed"] = [];
  readonly notScanned: string[] = [];
  private readonly hashed = new Map<string, string>();
  private readonly has: (path: string) => boolean;
  private readonly readEntry: () => { path: string; text: string } | null;
  private entrySite: Served | null | undefined;

  /** @param readEntry the page or module that the app starts with, where it is known and not too large */
  constructor(has: (path: string) => boolean, readEntry: () => { path: string; text: string } | null) {
    this.has = has;
    this.readEntry = readEntry;
  }

  /** Where the app's files are served; only what seems to be missing asks. */
  get served(): Served | null {
    if (this.entrySite === undefined) {
      const entry = this.readEntry();
      this.entrySite = entry && servedFor(entry.path, entry.text, this.has);
    }
    return this.entrySite;
  }

  get hashes(): string[] {
    return [...new Set(this.hashed.values())];
  }

  hasFile(path: string): boolean {
    return this.has(path);
  }

  hashOf(code: string): string {
    let hash = this.hashed.get(code);
    if (hash === undefined) {
      hash = `sha256-${toBase64(sha256InScript(new TextEncoder().encode(code)))}`;
      this.hashed.set(code, hash);
    }
    return hash;
  }

  forEntry(entry: string, text: string): EntryNotes {
    let site: Served | undefined;
    const ownSite = () => (PAGE.test(entry) ? (site ??= servedFor(entry, text, this.has)) : null);
    return new EntryNotes(this, { entry, ownSite }, new TextPlaces(text));
  }
}

/** `ownSite` is where the files are served while this entry runs; null where it is no page. */
type Source = { entry: string; ownSite: () => Served | null };

/** The notes of one entry; offsets are positions in its text. */
export class EntryNotes {
  readonly entry: string;
  private readonly notes: InspectionNotes;
  private readonly places: TextPlaces;
  private readonly fixedOffset: number | undefined;
  private readonly source: Source;
  private addresses = 0;

  constructor(notes: InspectionNotes, source: Source, places: TextPlaces, fixedOffset?: number) {
    this.notes = notes;
    this.source = source;
    this.entry = source.entry;
    this.places = places;
    this.fixedOffset = fixedOffset;
  }

  /** The same notes with a fixed position, for decoded text, whose offsets differ from those of its source. */
  at(offset: number): EntryNotes {
    return new EntryNotes(this.notes, this.source, this.places, offset);
  }

  need(need: Need, offset: number): void {
    if (!this.notes.needs.has(need)) this.notes.needs.set(need, this.place(offset));
  }

  handler(attribute: string, code: string, origin: InlineHandler["origin"], offset: number): void {
    this.need("inline-events", offset);
    if (this.notes.handlers.length >= LIST_MAX || code.length > HANDLER_CODE_MAX_CHARS)
      return this.dynamicHandler(attribute, offset);
    this.notes.handlers.push({
      attribute,
      code,
      hash: this.notes.hashOf(code),
      origin,
      place: this.place(offset),
    });
  }

  dynamicHandler(attribute: string, offset: number): void {
    this.need("inline-events", offset);
    this.push(this.notes.dynamicHandlers, () => ({ attribute, place: this.place(offset) }));
  }

  compressed(file: string, offset: number): void {
    this.push(this.notes.compressed, () => ({ file: printable(file), place: this.place(offset) }));
  }

  unbuilt(file: string, offset: number): void {
    this.push(this.notes.unbuilt, () => ({ file: printable(file), place: this.place(offset) }));
  }

  /** Notes an external URL; checks that a relative one names a file of the package. */
  address(text: string, use: ExternalReference["use"], offset: number): void {
    if (++this.addresses > ADDRESSES_PER_ENTRY_MAX) return;
    const url = text.trim();
    const external = /^(?:https?:|wss?:)?[/\\]{2}([^/\\?#\s]*)/i.exec(url);
    if (external) {
      const host = external[1]!.replace(/^.*@/, "").replace(/:\d+$/, "").toLowerCase();
      if (use === "request" || use === "gum-fetch") this.need("network", offset);
      if (host === "" || NAMESPACES.has(host)) return;
      const reference = { url: printable(url), host: printable(host), use };
      this.push(this.notes.references, () => ({ ...reference, place: this.place(offset) }));
    } else if (use === "load") {
      this.checkFile(url, offset);
    }
  }

  /** Notes a path that exists neither from the root, nor from the folder of this entry, nor where the frame serves it. */
  private checkFile(url: string, offset: number): void {
    const path = url.replace(/[?#].*$/s, "");
    if (path === "" || /^[a-z][a-z0-9+.-]*:/i.test(path) || /[{}<>$\uf8ff\\]/.test(path)) return;
    if (/(?:^|\/)webxdc\.js$/.test(path)) return;
    const file = decodePath(path);
    if (file === null) return;
    const folder = this.entry.split("/").slice(0, -1);
    const candidates = [resolvePath([], file), ...(file.startsWith("/") ? [] : [resolvePath(folder, file)])];
    if (
      candidates.some(
        (candidate) => this.notes.hasFile(candidate) || this.notes.hasFile(`${candidate}/index.html`),
      )
    )
      return;
    if (this.sites().some((site) => findServed(site, candidates[0]!) !== null)) return;
    this.push(this.notes.missing, () => ({ file: printable(candidates.at(-1)!), place: this.place(offset) }));
  }

  /** Of the app's start, and of this page, which the app may open. */
  private sites(): Served[] {
    return [this.notes.served, this.source.ownSite()].filter((site) => site !== null);
  }

  private place(offset: number) {
    return { entry: this.entry, ...this.places.at(this.fixedOffset ?? offset) };
  }

  private push<T>(list: T[], make: () => T): void {
    if (list.length < LIST_MAX) list.push(make());
  }
}

/** Hosts of XML namespaces and schemas, which are never requested. */
const NAMESPACES = new Set([
  "www.w3.org",
  "schema.org",
  "ns.adobe.com",
  "purl.org",
  "www.inkscape.org",
  "json-schema.org",
]);

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize("NFC");
  } catch {
    return null;
  }
}

function resolvePath(folder: readonly string[], path: string): string {
  const parts = [...folder];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}
