export type Device = { browser: string | null; system: string | null; isPhone: boolean };

// The first match wins: headers of earlier browsers also name later ones.
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
