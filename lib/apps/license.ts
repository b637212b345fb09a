const versions = (prefix: string, ...numbers: string[]) => numbers.map((number) => `${prefix}-${number}`);

/**
 * The SPDX identifiers of licenses that let others see, change and publish the source, where "remix" is offered. Those of
 * Creative Commons that forbid only commercial use are among them; what they demand is up to whoever remixes. Those of the
 * GPL family also end in `-only` or `-or-later`.
 */
export const OPEN_LICENSES: readonly string[] = [
  ...["MIT", "MIT-0", "X11", "ISC", "0BSD", "BSD-1-Clause", "BSD-2-Clause", "BSD-2-Clause-Patent"],
  ...["BSD-3-Clause", "BSD-3-Clause-Clear", "BSD-4-Clause", "BSD-Source-Code", "NCSA", "UPL-1.0"],
  ...["Unlicense", "WTFPL", "Zlib", "zlib-acknowledgement", "libpng-2.0", "BSL-1.0", "BlueOak-1.0.0"],
  ...["PostgreSQL", "PSF-2.0", "Python-2.0", "OFL-1.1", "MulanPSL-1.0", "MulanPSL-2.0", "AFL-3.0"],
  ...["MS-PL", "MS-RL", "OSL-3.0", "ECL-2.0", "CECILL-2.1", "CDDL-1.0", "CDDL-1.1", "CC0-1.0"],
  ...versions("Apache", "1.1", "2.0"),
  ...versions("Artistic", "1.0", "2.0"),
  ...versions("MPL", "1.1", "2.0"),
  ...versions("EPL", "1.0", "2.0"),
  ...versions("EUPL", "1.1", "1.2"),
  ...versions("GPL", "2.0", "3.0"),
  ...versions("LGPL", "2.0", "2.1", "3.0"),
  ...versions("AGPL", "1.0", "3.0"),
  ...["CC-BY", "CC-BY-SA", "CC-BY-NC", "CC-BY-NC-SA"].flatMap((each) =>
    versions(each, "1.0", "2.0", "2.5", "3.0", "4.0"),
  ),
];

// Identifiers of SPDX do not depend on case.
const OPEN = new Set(OPEN_LICENSES.map((name) => name.toLowerCase()));

function isOpen(name: string): boolean {
  const plain = name.trim().toLowerCase();
  return OPEN.has(plain) || OPEN.has(plain.replace(/(?<=^[al]?gpl-\d\.\d)-(?:only|or-later)$|\+$/, ""));
}

/**
 * True where a manifest's license (an SPDX expression) lets others see and reuse the source: one of the licenses joined by
 * OR is enough, all of those joined by AND must.
 */
export function allowsSource(license: string | undefined): boolean {
  if (!license) return false;
  const plain = license.replace(/[()]/g, " ").replace(/\sWITH\s+\S+/gi, " ");
  return plain.split(/\sOR\s/i).some((side) => side.split(/\sAND\s/i).every(isOpen));
}
