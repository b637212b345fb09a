import { PACKAGE_LIMITS } from "./limits";
import { refuse } from "./package-error";

/**
 * Which names a file in a package may have.
 *
 * Trust: names are chosen by a stranger, and are read by people, by the frame (as URLs), and by whoever unpacks the
 * archive on any system. What must hold: a name says where the file is and nothing else (no way up, no drive, no
 * second spelling of another name), and what a person sees is what the name is.
 */

/** Refused on Windows, where a package must be unpackable too. */
const WINDOWS_CHARACTERS = /[<>:"|?*]/;
const WINDOWS_DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(?:\.|$)/i;

/**
 * Control characters, format characters (direction marks, zero-width ones, tags), line separators, fillers. Only
 * U+FE0E and U+FE0F are taken, which choose between the two looks of an emoji.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u;

/**
 * Checks the path of one entry, `/` between its parts, no `/` at its end.
 * @returns the path in NFC, the form under which it is kept and looked up.
 * @throws PackageError that names the entry and the rule.
 */
export function checkPath(path: string): string {
  if (path === "") throw refuse("name_empty");
  const entry = printable(path);
  // UTF-16 units are never more than UTF-8 bytes: what is far too long is not looked at any further.
  if (path.length > PACKAGE_LIMITS.pathBytes) throw refuse("name_too_long", { entry });
  const invisible = INVISIBLE.exec(path);
  if (invisible) throw refuse("name_invisible", { entry, character: codePoint(invisible[0]) });
  if (path.includes("\\")) throw refuse("name_backslash", { entry });
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) throw refuse("name_absolute", { entry });

  const normal = path.normalize("NFC");
  if (utf8Length(normal) > PACKAGE_LIMITS.pathBytes) throw refuse("name_too_long", { entry });
  for (const segment of normal.split("/")) {
    if (segment === "") throw refuse("name_empty_segment", { entry });
    if (segment === "." || segment === "..") throw refuse("name_dot_segment", { entry });
    if (utf8Length(segment) > PACKAGE_LIMITS.segmentBytes) throw refuse("name_too_long", { entry });
    const reason = whyNotPortable(segment);
    if (reason) throw refuse("name_not_portable", { entry, reason });
  }
  return normal;
}

/** What two names share where file systems, or people, take one for the other: NFC, case folded, without emoji looks. */
export function foldPath(path: string): string {
  // Down, up, down: a step fewer leaves apart what others take for one (ẞ, ß and SS; ſ and s).
  const cased = path
    .replace(/[\uFE0E\uFE0F]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
  return cased.normalize("NFC");
}

/** Notes every path of an archive and refuses the second use of a name, and a file where a folder is. */
export class PathRegister {
  /** Folded path → the path and what is there. A folder may be named any number of times by what lies in it. */
  private readonly known = new Map<string, { path: string; kind: "file" | "folder" | "implied" }>();

  /** @throws PackageError where `path` was added before, or cannot be beside what was. */
  add(path: string, kind: "file" | "folder"): void {
    const entry = printable(path);
    const folded = foldPath(path);
    const parts = folded.split("/");
    const spelt = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      const parent = parts.slice(0, depth).join("/");
      const spelling = spelt.slice(0, depth).join("/");
      const known = this.known.get(parent);
      if (known?.kind === "file") throw refuse("path_conflict", { entry, other: printable(known.path) });
      // One folder in two spellings would be two folders here and one elsewhere.
      if (known && known.path !== spelling)
        throw refuse("duplicate_entry", { entry, other: printable(known.path) });
      if (!known) this.known.set(parent, { path: spelling, kind: "implied" });
    }
    const known = this.known.get(folded);
    if (known && kind === "folder" && known.kind === "implied" && known.path === path) {
      known.kind = "folder";
      return;
    }
    if (known && (known.kind === kind || known.path !== path)) {
      throw refuse("duplicate_entry", { entry, other: printable(known.path) });
    }
    if (known) {
      throw refuse("path_conflict", { entry: `${entry}/`, other: entry });
    }
    this.known.set(folded, { path, kind });
  }
}

const SHOWN_MAX_CHARS = 120;

/** A name as it can be shown: what is invisible written out, long ones shortened. */
export function printable(name: string): string {
  const visible = Array.from(name.slice(0, 2 * SHOWN_MAX_CHARS), (character) =>
    INVISIBLE.test(character) ? `<${codePoint(character)}>` : character,
  );
  return visible.length > SHOWN_MAX_CHARS
    ? `${visible.slice(0, SHOWN_MAX_CHARS - 1).join("")}…`
    : visible.join("");
}

function whyNotPortable(segment: string): string | null {
  const character = WINDOWS_CHARACTERS.exec(segment);
  if (character) return `it has ${character[0]}`;
  if (segment.endsWith(".")) return "it ends with a dot";
  if (segment.endsWith(" ")) return "it ends with a space";
  if (segment.startsWith(" ")) return "it begins with a space";
  if (WINDOWS_DEVICES.test(segment)) return "it is the name of a device";
  return null;
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`;
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
