import { fails, is, ok } from "./check.js";

/** Anybody may load it from a page that can reach the network, so a host that lets an app out is noticed. */
const ELSEWHERE = "https://example.com/";

/** The first things that a page would try to get out. The frame's own tests have the whole list. */
export const isolation = [
  ["fetch reaches no other site", () => fails(() => fetch(ELSEWHERE, { mode: "no-cors" }))],
  [
    "Scripts of other sites do not load",
    () =>
      fails(
        () =>
          new Promise((resolve, reject) => {
            const script = document.createElement("script");
            script.onload = resolve;
            script.onerror = reject;
            script.src = ELSEWHERE;
            document.head.append(script);
          }),
      ),
  ],
  [
    "A beacon reaches no other site",
    async () => {
      const isSent = await Promise.resolve()
        .then(() => navigator.sendBeacon(ELSEWHERE, "x"))
        .catch(() => false);
      is(isSent, false);
    },
  ],
  [
    "The document around the frame cannot be read",
    () => window.parent === window || fails(() => window.parent.document.title),
  ],
  [
    "The address of the shell cannot be read",
    () => window.top === window || fails(() => window.top.location.href),
  ],
  [
    "The shell's storage is not the app's",
    () => {
      const keys = Object.keys(localStorage);
      ok(!keys.some((key) => /auth|session|gum-ui/.test(key)), `There are ${keys.join(", ")}`);
    },
  ],
  [
    "Cookies are the app's own",
    () => {
      document.cookie = "conformance=yes";
      is(document.cookie, "conformance=yes");
    },
  ],
  ["No service worker controls the page", () => is(navigator.serviceWorker?.controller ?? null, null)],
  [
    "Camera and microphone are closed",
    async () => {
      // Without a device every page is refused.
      const policy = document.featurePolicy;
      if (policy) is([policy.allowsFeature("camera"), policy.allowsFeature("microphone")], [false, false]);
      if (navigator.mediaDevices) await fails(() => navigator.mediaDevices.getUserMedia({ audio: true }));
    },
  ],
];
