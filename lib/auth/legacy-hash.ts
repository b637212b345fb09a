/** Legacy links that name a screen after the `#` (specification, section 2). */
const NAMES = [
  "timeline",
  "apps",
  "apps-list",
  "add-app",
  "search",
  "notifications",
  "settings",
  "edit-profile",
  "local-apps",
  "discover",
  "playground",
  "login",
  "signup",
  "onboarding",
  "profile/me",
];

const RENAMED: Readonly<Record<string, string>> = {
  home: "/timeline",
  store: "/apps",
  profile: "/profile/me",
  "auth/callback": "/auth/callback",
  // Former test pages.
  "quickjs-test": "/playground",
  "quickjs-simple-test": "/playground",
  "quickjs-sandbox-test": "/playground",
  "quickjs-demo": "/playground",
  "iframe-sandbox-demo": "/playground",
  "iframe-sandbox-test": "/playground",
};

const ID = "[A-Za-z0-9_-]{1,128}";
/** Names that are still paths. */
const UNCHANGED = new RegExp(`^(?:(?:apps|profile|users|app/share|apps/shared)/${ID}|apps/${ID}/run)$`);
const APP = new RegExp(`^app/(${ID})$`);

type LegacyTarget = { path: string; known: boolean };

/** Converts a legacy hash; an unknown one becomes the timeline. */
export function convertLegacyHash(hash: string): LegacyTarget {
  const bare = hash
    .replace(/^#/, "")
    .replace(/^!?\/+/, "")
    .replace(/\/+$/, "");
  if (bare === "") return { path: "/timeline", known: true };
  const parameters = new URLSearchParams(bare.includes("?") ? bare.slice(bare.indexOf("?") + 1) : bare);
  if (parameters.has("error") && parameters.has("error_code")) return { path: "/onboarding", known: true };
  const name = bare.split("?")[0]!;
  if (NAMES.includes(name)) return { path: `/${name}`, known: true };
  const renamed = Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  if (renamed) return { path: renamed, known: true };
  if (UNCHANGED.test(name)) return { path: `/${name}`, known: true };
  const appId = APP.exec(name)?.[1];
  return appId ? { path: `/apps/${appId}`, known: true } : { path: "/timeline", known: false };
}

/** Pages with their own hashes: mailed links, document anchors, shared code, anchors in a post or app, a shared app, a trial. */
const OWN_HASHES = [
  /^\/auth\//,
  /^\/docs(\/|$)/,
  /^\/playground$/,
  /^\/outbox(\/|$)/,
  /^\/post\//,
  /^\/apps\/./,
  /^\/app\/share\//,
  /^\/notices$/,
  /^\/trial$/,
];

/** True if a hash on this page may be a legacy link. */
export function mayHoldLegacyHash(pathname: string): boolean {
  return !OWN_HASHES.some((pattern) => pattern.test(pathname));
}
