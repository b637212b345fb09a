/** What a person recognises of a User-Agent header: browser and system, as far as it says. */
export type Device = { browser: string | null; system: string | null; isPhone: boolean };

// The first that fits: each of the later ones stands in the headers of the earlier ones too.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\/|Chromium\//, "Chrome"],
  [/Version\/[\d.]+.*Safari\//, "Safari"],
  [/^curl\//, "curl"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
];

export function describeUserAgent(header: string): Device {
  const find = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(header))?.[1] ?? null;
  return {
    browser: find(BROWSERS),
    system: find(SYSTEMS),
    isPhone: /iPhone|Android.*Mobile|Mobile.*Firefox/.test(header),
  };
}
