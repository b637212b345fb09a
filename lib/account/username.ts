import { USERNAME_MAX_CHARS, USERNAME_MIN_CHARS } from "@/lib/config/limits";
import { countGraphemes } from "@/lib/shared/visible-text";
import { skeleton } from "@/lib/shared/lookalikes";

/**
 * Trust model. Untrusted: whoever picks a name. They may try to impersonate somebody (by case, width, letters
 * of another script, invisible characters) or the product itself. So a name is normalized (NFKC, lower case),
 * mixes scripts only as real names do, and is unique by its skeleton, with confusable characters folded.
 */
export type UsernameProblem = "too_short" | "too_long" | "invalid_characters" | "mixed_scripts" | "reserved";

type UsernameResult = { ok: true; username: string; key: string } | { ok: false; problem: UsernameProblem };

const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zs}\p{Zl}\p{Zp}]/u;
const SHAPE = /^[\p{L}\p{Nd}][\p{L}\p{Nd}\p{M}_.-]*$/u;
const ENDS_WELL = /[\p{L}\p{Nd}\p{M}_]$/u;
const STACKED = /[._-]{2}|\p{M}{3}/u;
/** CJK scripts, where two characters make a name. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u;

const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u;
const SCRIPTS =
  "Latin Han Hiragana Katakana Hangul Bopomofo Cyrillic Greek Armenian Georgian Hebrew Arabic Devanagari Thai"
    .split(" ")
    .map((script) => [script, new RegExp(`\\p{Script=${script}}`, "u")] as const);
/** Sets of scripts that one name may mix (the "highly restrictive" level of Unicode TS 39). */
const TOGETHER: ReadonlySet<string>[] = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Bopomofo"]),
  new Set(["Latin", "Han", "Hangul"]),
];

const RESERVED = new Set(
  [
    "admin administrator root system sysadmin superuser moderator mod staff team official verified owner",
    "gum gumapp support help helpdesk info contact security abuse postmaster webmaster hostmaster noreply no-reply",
    "api app apps auth login logout signin signout signup register onboarding timeline settings search discover",
    "notifications profile profiles edit-profile playground sandbox share shared add-app apps-list local-apps outbox",
    "user users me you self everyone all here nobody anonymous guest null undefined true false none test about terms",
    "privacy legal docs dev status health www mail ftp static assets public",
  ]
    .join(" ")
    .split(" ")
    .map(skeleton),
);

function mixesScripts(name: string): boolean {
  const used = new Set<string>();
  for (const character of name) {
    if (SHARED.test(character)) continue;
    const known = SCRIPTS.find(([, pattern]) => pattern.test(character));
    used.add(known?.[0] ?? "other");
  }
  return used.size > 1 && !TOGETHER.some((set) => [...used].every((script) => set.has(script)));
}

function meetsMinimum(name: string): boolean {
  let width = 0;
  for (const character of name) width += WIDE.test(character) ? 2 : 1;
  return width >= USERNAME_MIN_CHARS;
}

/**
 * Normalizes a typed name.
 * @returns the normalized spelling and the key that must be unique, or the first problem
 */
export function readUsername(typed: string): UsernameResult {
  const trimmed = typed.trim().replace(/^@/, "");
  if (INVISIBLE.test(trimmed)) return { ok: false, problem: "invalid_characters" };
  // Lower-casing can break NFKC (İ), so it runs twice.
  const username = trimmed.normalize("NFKC").toLowerCase().normalize("NFKC");
  if (username.length === 0) return { ok: false, problem: "too_short" };
  if (
    countGraphemes(username, USERNAME_MAX_CHARS) > USERNAME_MAX_CHARS ||
    username.length > 2 * USERNAME_MAX_CHARS
  ) {
    return { ok: false, problem: "too_long" };
  }
  if (
    INVISIBLE.test(username) ||
    !SHAPE.test(username) ||
    !ENDS_WELL.test(username) ||
    STACKED.test(username)
  ) {
    return { ok: false, problem: "invalid_characters" };
  }
  if (!meetsMinimum(username)) return { ok: false, problem: "too_short" };
  if (mixesScripts(username)) return { ok: false, problem: "mixed_scripts" };
  const key = skeleton(username);
  if (RESERVED.has(key)) return { ok: false, problem: "reserved" };
  return { ok: true, username, key };
}
