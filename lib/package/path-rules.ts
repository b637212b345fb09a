import { PACKAGE_LIMITS } from "./limits";
import { refuse } from "./package-error";

/**
 * The rules for file names in a package.
 *
 * Trust: an attacker chooses the names. People read them, the frame uses them as URLs, and the archive may be unpacked on
 * any system. What must hold: a name is a path inside the package (no parent folder, no drive, no second spelling of
 * another name), and it looks like what it is.
 */

/** Invalid on Windows, where people unpack packages, too. */
const WINDOWS_CHARACTERS = /[<>:"|?*]/;
const WINDOWS_DEVICES = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])[ .]*(?:\.|$)/i;

/**
 * Control characters, format characters (direction marks, zero-width characters, tags), line separators, fillers. Allowed
 * are U+FE0E and U+FE0F, which select the text or emoji form of a character.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/u;

/**
 * Checks the path of one entry, without a trailing `/`.
 * @returns the path in NFC, the form in which it is stored and looked up.
 * @throws PackageError that names the entry and the rule.
 */
export function checkPath(path: string): string {
  if (path === "") throw refuse("name_empty");
  const entry = printable(path);
  // A string never has more UTF-16 units than UTF-8 bytes, so this check is safe before the expensive ones.
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

/** Equal for two names that a file system or a person confuses: NFC, case folded, without emoji variation selectors. */
export function foldPath(path: string): string {
  // Lower, upper, lower: with fewer steps ẞ, ß and SS (or ſ and s) would differ.
  const cased = path
    .replace(/[\uFE0E\uFE0F]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase();
  return cased.normalize("NFC");
}

/** Collects the paths of an archive; refuses duplicates, and a file and a folder of the same name. */
export class PathRegister {
  /** Folded path → path and kind. An implied folder is only known from the paths of its files. */
  private readonly known = new Map<string, { path: string; kind: "file" | "folder" | "implied" }>();

  /** @throws PackageError if `path` conflicts with an earlier one. */
  add(path: string, kind: "file" | "folder"): void {
    const entry = printable(path);
    const folded = foldPath(path);
    const parts = folded.split("/");
    const originalParts = path.split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      const parent = parts.slice(0, depth).join("/");
      const original = originalParts.slice(0, depth).join("/");
      const known = this.known.get(parent);
      if (known?.kind === "file") throw refuse("path_conflict", { entry, other: printable(known.path) });
      // A folder in two spellings would be two folders here, but one on other systems.
      if (known && known.path !== original)
        throw refuse("duplicate_entry", { entry, other: printable(known.path) });
      if (!known) this.known.set(parent, { path: original, kind: "implied" });
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

const PRINTABLE_MAX_CHARS = 120;

/** A name for messages: invisible characters as code points, long names shortened. */
export function printable(name: string): string {
  const visible = Array.from(name.slice(0, 2 * PRINTABLE_MAX_CHARS), (character) =>
    INVISIBLE.test(character) ? `<${codePoint(character)}>` : character,
  );
  return visible.length > PRINTABLE_MAX_CHARS
    ? `${visible.slice(0, PRINTABLE_MAX_CHARS - 1).join("")}…`
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
