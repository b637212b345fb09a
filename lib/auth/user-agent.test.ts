import { expect, it } from "vitest";
import { describeUserAgent } from "./user-agent";

it.each([
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15",
    { browser: "Safari", system: "macOS", isPhone: false },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Safari/537.36 Edg/125.0",
    { browser: "Edge", system: "Windows", isPhone: false },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/125.0 Mobile/15E148 Safari/604.1",
    { browser: "Chrome", system: "iPhone", isPhone: true },
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36",
    { browser: "Chrome", system: "Android", isPhone: true },
  ],
  ["curl/8.5.0", { browser: "curl", system: null, isPhone: false }],
  ["", { browser: null, system: null, isPhone: false }],
])("%s", (header, device) => {
  expect(describeUserAgent(header)).toEqual(device);
});
