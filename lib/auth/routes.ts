/** The routes of the specification, section 2, and who is redirected where. */

/** `/` finds out by itself where its visitor belongs. */
const PUBLIC = [
  /^\/$/,
  /^\/login$/,
  /^\/signup$/,
  /^\/auth\/callback$/,
  /^\/playground$/,
  /^\/app\/share\/[^/]+$/,
];

/** Reached without a session, but not listed as screens: recovery of an account, the mail outbox. */
const PUBLIC_HELPERS = [/^\/auth\/(recover|verify|reset)$/, /^\/outbox(\/|$)/, /^\/docs(\/|$)/];

const MAIN = [
  /^\/timeline$/,
  /^\/apps(\/[^/]+(\/run)?)?$/,
  /^\/apps\/shared\/[^/]+$/,
  /^\/(add-app|apps-list|search|notifications|settings|edit-profile|local-apps|discover)$/,
  /^\/profile\/[^/]+$/,
  /^\/post\/[^/]+$/,
  /^\/settings\/[a-z-]+$/,
];

/** True for the screens a guest may see. */
export function isPublicPath(pathname: string): boolean {
  return [...PUBLIC, ...PUBLIC_HELPERS].some((pattern) => pattern.test(pathname));
}

const HUMAN_CHECKED = new Set(["/login", "/signup", "/auth/recover"]);

/** True for the pages whose forms hold the human-verification widget, the only ones that may frame its host. */
export function hasHumanCheck(pathname: string): boolean {
  return HUMAN_CHECKED.has(pathname);
}

const LEGACY_APP = /^\/app\/([^/]+)$/;

/** Where an address of old leads: `/app/{appId}` is `/apps/{appId}` today. Null for every other one. */
export function legacyRedirect(pathname: string): string | null {
  const id = LEGACY_APP.exec(pathname)?.[1];
  return id ? `/apps/${id}` : null;
}

/** Holds the path to go to after signing in. */
export const AFTER_LOGIN_COOKIE = "gum-after-login";

/**
 * True if a path may be remembered as the one to go to after signing in: a screen of ours on our own origin, never
 * login, signup or onboarding.
 */
export function isRememberable(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("\\")) return false;
  const pathname = path.split(/[?#]/, 1)[0]!;
  return MAIN.some((pattern) => pattern.test(pathname));
}

/** Files in public/ are for everybody; an address that only looks like one is a page. */
const FILE = /\.(?:png|svg|ico|webp|jpg|txt|json|js|css|map|woff2|webmanifest|md|ts)$/;

/** True if a path names a file rather than a page. */
export function isFile(pathname: string): boolean {
  return FILE.test(pathname);
}

type PageRequest = {
  pathname: string;
  search: string;
  /** A newcomer is signed in and has not finished onboarding. */
  visitor: "guest" | "newcomer" | "member";
  /** The path that was remembered before signing in. */
  remembered: string | undefined;
};

type PageRedirect = {
  /** A path of ours. */
  to: string;
  /** The path to remember until after signing in; empty to forget the one that was. */
  remember?: string;
};

/** Where a request for a page is redirected (specification, section 2, Auth routing); null where it is served. */
export function pageRedirect({ pathname, search, visitor, remembered }: PageRequest): PageRedirect | null {
  const moved = legacyRedirect(pathname);
  if (moved) return { to: moved + search };
  const isPublic = isPublicPath(pathname) || isFile(pathname);
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
