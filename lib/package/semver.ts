/** Semantic versions (semver.org 2.0.0). */

const SEMVER =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/** Longer than any real version; bounds what the database stores. */
export const SEMVER_MAX_CHARS = 64;

export type Semver = { core: readonly [number, number, number]; prerelease: readonly string[] };

/** The parts of a version, or null if `text` is invalid (`1.0`, `v1.0.0`, `01.0.0`). Build metadata is dropped. */
function parseSemver(text: string): Semver | null {
  if (text.length > SEMVER_MAX_CHARS) return null;
  const match = SEMVER.exec(text);
  if (!match) return null;
  const prerelease = match[4] === undefined ? [] : match[4].split(".");
  if (prerelease.some((part) => /^0\d+$/.test(part))) return null;
  return { core: [Number(match[1]), Number(match[2]), Number(match[3])], prerelease };
}

export function isSemver(text: string): boolean {
  return parseSemver(text) !== null;
}

/**
 * Compares like a sort callback; build metadata does not count.
 * @throws RangeError if one of them is not a version.
 */
export function compareSemver(a: string, b: string): number {
  const left = parseSemver(a);
  const right = parseSemver(b);
  if (!left || !right) throw new RangeError(`Not a version: ${left ? b : a}`);
  for (const place of [0, 1, 2] as const) {
    if (left.core[place] !== right.core[place]) return left.core[place] < right.core[place] ? -1 : 1;
  }
  return comparePrerelease(left.prerelease, right.prerelease);
}

export function isHigherVersion(candidate: string, current: string): boolean {
  return compareSemver(candidate, current) > 0;
}

/** The next patch version (`1.2.3` → `1.2.4`); for a prerelease its release. @throws RangeError */
export function nextPatch(version: string): string {
  const parsed = parseSemver(version);
  if (!parsed) throw new RangeError(`Not a version: ${version}`);
  const [major, minor, patch] = parsed.core;
  return `${major}.${minor}.${parsed.prerelease.length > 0 ? patch : patch + 1}`;
}

function comparePrerelease(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareIdentifier(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

/** Numbers come before words; numbers of any length compare by value, words by ASCII. */
function compareIdentifier(a: string, b: string): number {
  if (a === b) return 0;
  const aNumeric = /^\d+$/.test(a);
  const bNumeric = /^\d+$/.test(b);
  if (aNumeric !== bNumeric) return aNumeric ? -1 : 1;
  if (aNumeric && a.length !== b.length) return a.length < b.length ? -1 : 1;
  return a < b ? -1 : 1;
}
