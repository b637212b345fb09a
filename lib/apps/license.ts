/** Open licenses, by prefixes of their SPDX identifiers. */
const OPEN =
  /^(MIT|Apache-|[0-9]*BSD|0BSD|ISC|[AL]?GPL-|MPL-|EPL-|EUPL-|CC0-|CC-BY(?!.*-ND)|Unlicense$|WTFPL|Zlib|BlueOak|Artistic-|OFL-|PostgreSQL|MulanPSL)/i;

/**
 * True where a manifest's license (an SPDX expression) lets others see and reuse the source: one of the licenses joined by
 * OR is enough, all of those joined by AND must.
 */
export function allowsSource(license: string | undefined): boolean {
  if (!license) return false;
  const plain = license.replace(/[()]/g, " ").replace(/\sWITH\s+\S+/gi, " ");
  return plain
    .split(/\sOR\s/i)
    .some((side) => side.split(/\sAND\s/i).every((name) => OPEN.test(name.trim())));
}
