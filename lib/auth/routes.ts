/** The routes of section 2 of the specification and their redirects. */

/** `/` redirects its visitor by itself. */
const PUBLIC = [
  /^\/$/,
  /^\/login$/,
  /^\/signup$/,
  /^\/auth\/callback$/,
  /^\/playground$/,
  /^\/app\/share\/[^/]+$/,
];

/** Public pages beyond the specification's screens. */
const PUBLIC_HELPERS = [
  /^\/auth\/(recover|verify|reset|device|unsubscribe)$/,
  /^\/outbox(\/|$)/,
  // For a browser of the server; empty for everybody else.
  /^\/trial$/,
  /^\/docs(\/|$)/,
  /^\/(terms|privacy|rules|about)$/,
];

const MAIN = [
  /^\/timeline$/,
  /^\/apps(\/[^/]+(\/run(\/.*)?)?)?$/,
  /^\/apps\/shared\/[^/]+$/,
  /^\/collections(\/[^/]+)?$/,
  /^\/(add-app|apps-list|search|notifications|settings|edit-profile|local-apps|discover|bookmarks|lists|follow-requests|notices|moderation|admin)$/,
  /^\/profile\/[^/]+$/,
  /^\/post\/[^/]+(\/(likes|reposts|quotes))?$/,
  /^\/settings\/[a-z-]+$/,
  /^\/moderation\/(network|featured)$/,
];

/** Pages that guests see if profiles are public. */
const PUBLIC_FACE = [
  /^\/profile\/(?!me$)[^/]+(\/feed\.xml)?$/,
  /^\/post\/[^/]+$/,
  /^\/apps\/(?!trending$)[^/]+$/,
  /^\/collections\/[^/]+$/,
  /^\/sitemap\.xml$/,
];

/** True for pages that guests may see. */
export function isPublicPath(pathname: string, hasPublicFace = false): boolean {
  return [...PUBLIC, ...PUBLIC_HELPERS, ...(hasPublicFace ? PUBLIC_FACE : [])].some((pattern) =>
    pattern.test(pathname),
  );
}

/** Pages that guests see without the database. */
const WITHOUT_DATABASE = /^\/(login|signup|playground|docs)(\/|$)/;

/** True if a page has something to show while the database is down. */
export function worksWithoutDatabase(pathname: string, visitor: Visitor): boolean {
  return visitor === "guest" && WITHOUT_DATABASE.test(pathname);
}

const HUMAN_CHECKED = new Set(["/login", "/signup", "/auth/recover"]);

/** True for pages with the human-verification widget, the only ones that may frame its host. */
export function hasHumanCheck(pathname: string): boolean {
  return HUMAN_CHECKED.has(pathname);
}

const LEGACY = /^\/(app|users)\/([^/]+)$/;

/** The path that replaces the legacy `/app/{appId}` or `/users/{id}`; null for all other paths. */
export function legacyRedirect(pathname: string): string | null {
  const [, kind, id] = LEGACY.exec(pathname) ?? [];
  return id ? `/${kind === "app" ? "apps" : "profile"}/${id}` : null;
}

/** Holds the path to return to after signing in. */
export const AFTER_LOGIN_COOKIE = "gum-after-login";

/**
 * True if a path may be returned to after signing in: a screen on our own origin, but not login, signup or onboarding.
 */
export function isRememberable(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("\\")) return false;
  const pathname = path.split(/[?#]/, 1)[0]!;
  return MAIN.some((pattern) => pattern.test(pathname));
}

const FILE = /\.(?:png|svg|ico|webp|jpg|txt|json|m?js|css|map|woff2|webmanifest|md|ts|wasm)$/;

/** True for files in public/ and well-known addresses (RFC 8615), which are open to everyone. */
export function isFile(pathname: string): boolean {
  return FILE.test(pathname) || pathname.startsWith("/.well-known/");
}

/** A link to a room: its app's page with the room's id. */
export function isRoomPath(path: string | undefined): boolean {
  return path !== undefined && /^\/apps\/[^/?]+\/run\?(.*&)?room=/.test(path);
}

/** A newcomer is signed in but has not completed onboarding. */
type Visitor = "guest" | "newcomer" | "member";

type PageRequest = {
  pathname: string;
  search: string;
  visitor: Visitor;
  /** The path to return to after signing in. */
  remembered: string | undefined;
  /** Guests see profiles, posts and apps. */
  hasPublicFace: boolean;
};

type PageRedirect = {
  to: string;
  /** The path to return to after signing in; empty to clear it. */
  remember?: string;
};

/** The redirect of a page request (specification, section 2, Auth routing), or null. */
export function pageRedirect({
  pathname,
  search,
  visitor,
  remembered,
  hasPublicFace,
}: PageRequest): PageRedirect | null {
  const moved = legacyRedirect(pathname);
  if (moved) return { to: moved + search };
  const isPublic = isPublicPath(pathname, hasPublicFace) || isFile(pathname);
  const isAuthScreen = pathname === "/login" || pathname === "/signup";
  switch (visitor) {
    case "guest":
      if (isPublic) return null;
      return { to: "/login", ...(isRememberable(pathname) && { remember: pathname + search }) };
    case "newcomer":
      return (isPublic && !isAuthScreen) || pathname === "/onboarding" ? null : { to: "/onboarding" };
    case "member":
      if (!isAuthScreen) return null;
      return { to: remembered && isRememberable(remembered) ? remembered : "/timeline", remember: "" };
  }
}
