import { fails, is, ok, skip } from "./check.js";

const ELSEWHERE = "https://elsewhere.example/";

/** Nothing may leave the frame. That the whole list holds is tested by the host itself; these are the first things that a page would try. */
export const isolation = [
  ["fetch reaches no other site", () => fails(() => fetch(ELSEWHERE))],
  [
    "XMLHttpRequest reaches no other site",
    () =>
      fails(
        () =>
          new Promise((resolve, reject) => {
            const request = new XMLHttpRequest();
            request.open("GET", ELSEWHERE);
            request.onload = resolve;
            request.onerror = reject;
            request.send();
          }),
      ),
  ],
  [
    "Pictures of other sites do not load",
    () =>
      fails(() => {
        const image = new Image();
        image.src = `${ELSEWHERE}a.png`;
        return image.decode();
      }),
  ],
  [
    "Modules of other sites do not load",
    () => {
      const address = `${ELSEWHERE}a.js`;
      return fails(() => import(address));
    },
  ],
  [
    "A WebSocket opens no connection",
    () =>
      fails(
        () =>
          new Promise((resolve, reject) => {
            const socket = new WebSocket("wss://elsewhere.example/");
            socket.onopen = resolve;
            socket.onerror = reject;
          }),
      ),
  ],
  [
    "The document around the frame cannot be read",
    () => fails(() => window.parent.document.title && skip("There is no frame.")),
  ],
  [
    "The address of the shell cannot be read",
    () => fails(() => window.top.location.href && skip("There is no frame.")),
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
    () => fails(() => navigator.mediaDevices.getUserMedia({ audio: true })),
  ],
];
