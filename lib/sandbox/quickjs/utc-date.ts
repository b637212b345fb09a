/** Makes local time UTC: a run that is run again elsewhere must not see where it runs. */

const PARTS = ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"];
const TEXTS = [
  "toString",
  "toDateString",
  "toTimeString",
  "toLocaleString",
  "toLocaleDateString",
  "toLocaleTimeString",
];

export function inUtc(
  RealDate: DateConstructor,
  define: (target: object, name: string, value: unknown) => void,
): void {
  const methods = RealDate.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const part of PARTS) {
    define(methods, `get${part}`, methods[`getUTC${part}`]);
    if (part !== "Day") define(methods, `set${part}`, methods[`setUTC${part}`]);
  }
  for (const name of TEXTS) define(methods, name, methods["toUTCString"]);
  define(methods, "getTimezoneOffset", () => 0);
}
