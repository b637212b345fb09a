/** Licenses under which the source may be shown and taken further, by the beginning of their SPDX identifiers. */
const OPEN =
  /^(MIT|Apache-|[0-9]*BSD|0BSD|ISC|[AL]?GPL-|MPL-|EPL-|EUPL-|CC0-|CC-BY(?!.*-ND)|Unlicense$|WTFPL|Zlib|BlueOak|Artistic-|OFL-|PostgreSQL|MulanPSL)/i;

/**
 * True where a manifest's license (an SPDX expression) lets people see the source and take it further: of licenses
 * joined by OR one is enough, of those joined by AND each must.
 */
export function allowsSource(license: string | undefined): boolean {
  if (!license) return false;
  const plain = license.replace(/[()]/g, " ").replace(/\sWITH\s+\S+/gi, " ");
  return plain
    .split(/\sOR\s/i)
    .some((side) => side.split(/\sAND\s/i).every((name) => OPEN.test(name.trim())));
}
