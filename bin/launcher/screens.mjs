/** The sizes and themes in which every screen is looked at. */
export const SIZES = [
  {
    name: "phone",
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  { name: "desktop", viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
];
export const THEMES = ["light", "dark"];

/**
 * Every screen. `as`: `guest`, `demo` (the demo account), or `newcomer` (signed up a moment ago).
 * `{app}` is an app of the store that has a share link, `{share}` that link; `settle` is extra time in ms for what moves.
 */
export const SCREENS = [
  { name: "login", path: "/login", as: "guest" },
  { name: "signup", path: "/signup", as: "guest" },
  { name: "share", path: "/app/share/{share}", as: "guest", settle: 1_500 },
  { name: "onboarding", path: "/onboarding", as: "newcomer" },
  { name: "timeline", path: "/timeline", as: "demo" },
  { name: "apps", path: "/apps", as: "demo" },
  { name: "app", path: "/apps/{app}", as: "demo" },
  { name: "app-run", path: "/apps/{app}/run", as: "demo", settle: 2_500 },
  { name: "add-app", path: "/add-app", as: "demo" },
  { name: "settings", path: "/settings", as: "demo" },
  { name: "profile", path: "/profile/me", as: "demo" },
  { name: "edit-profile", path: "/edit-profile", as: "demo" },
  { name: "discover", path: "/discover", as: "demo" },
  { name: "search", path: "/search?q=a", as: "demo" },
  { name: "notifications", path: "/notifications", as: "demo" },
  { name: "apps-list", path: "/apps-list", as: "demo" },
  { name: "local-apps", path: "/local-apps", as: "demo" },
  { name: "playground", path: "/playground", as: "guest", settle: 2_500 },
];

/** The pictures in the README: screen, size, theme → public/readme-<screen>.png. */
export const README_PICTURES = [
  { screen: "timeline", size: "desktop", theme: "dark" },
  { screen: "app-run", size: "desktop", theme: "dark" },
  { screen: "apps", size: "phone", theme: "light" },
];
