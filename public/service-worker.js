/**
 * Opens pages without a connection. With one, every request goes to the network as if this worker did not exist.
 *
 * Trust model: the browser outlives a sign-out. Kept pages show what their reader may see, so every way to another
 * account (/login, /signup, /auth, /onboarding) deletes them. App frames have an opaque origin and never come here.
 */

// Push messages.
importScripts("/push-worker.js");

const PAGES = { name: "gum-pages", max: 20 };
const APPS = { name: "gum-apps", max: 40, maxBytes: 20 * 1024 * 1024 };
/** Scripts and styles, and the playground's compiler. */
const CODE = { name: "gum-code", max: 600 };
/** The worker and what it loads. A page's list of loaded files lacks what the worker fetches. */
const COMPILER = ["worker.js", "build-project.mjs", "esbuild.mjs", "esbuild.wasm"].map(
  (name) => `${location.origin}/compiler/${name}`,
);
const PAGE_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
const UNREACHABLE = [502, 503, 504];

const isPage = ({ pathname }) =>
  /^\/(timeline|local-apps|playground|post\/[^/]+|apps\/[^/]+(\/run(\/.*)?)?)$/.test(pathname);
const changesAccount = ({ pathname }) => /^\/(login|signup|onboarding|auth(\/.*)?)$/.test(pathname);

/** Where a file is kept, if it is: code, and what an app starts from. */
function fileCacheOf({ origin, pathname }) {
  if (origin !== location.origin) return null;
  if (pathname.startsWith("/_next/static/") || COMPILER.includes(origin + pathname)) return CODE;
  return /^\/api\/apps\/[^/]+(\/(icon|package|runs))?$/.test(pathname) ? APPS : null;
}

/** The address of everything else changes with its content. */
const mayChange = ({ pathname, searchParams }) => pathname.startsWith("/api/") && !searchParams.has("v");

self.addEventListener("install", (event) => {
  self.skipWaiting();
  // Writes skip the worker: one that a page sends while it unloads would wait for the worker to start, and Chromium drops it
  // with the page.
  event.addRoutes?.({
    condition: { or: ["POST", "PUT", "PATCH", "DELETE"].map((requestMethod) => ({ requestMethod })) },
    source: "network",
  });
});
// Without navigation preload: what this worker leaves alone would be requested twice, such as a code that is valid once.
self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode !== "navigate") {
    const cache = fileCacheOf(url);
    if (cache) event.respondWith(openFile(event, cache));
  } else if (changesAccount(url)) event.waitUntil(forgetAccount());
  else if (!url.pathname.startsWith("/api/")) event.respondWith(openPage(event, url));
});

/** Counts changes of the account, so that what was asked for before one is not kept after it. */
let accounts = 0;
/** The last deletion, and whether it succeeded. No kept page is shown before it has ended, or after it failed. */
let forgotten = Promise.resolve(true);

function forgetAccount() {
  accounts++;
  forgotten = Promise.all([PAGES, APPS].map(({ name }) => caches.delete(name))).then(
    () => true,
    () => false,
  );
  return forgotten;
}

async function openPage(event, url) {
  const since = accounts;
  const response = await fetch(event.request).catch(() => null);
  if (response && !UNREACHABLE.includes(response.status)) {
    if (isPage(url)) event.waitUntil(keepPage(url.href, response.clone(), since));
    return response;
  }
  return (await keptPage(event.request)) ?? response ?? offlinePage();
}

async function keptPage(request) {
  if (!(await forgotten)) return null;
  const pages = await caches.open(PAGES.name);
  const page = (await pages.match(request)) ?? (await pages.match(request, { ignoreSearch: true }));
  const isRecent = page && Date.now() - Date.parse(page.headers.get("date") ?? "") < PAGE_KEPT_MS;
  return isRecent ? page : null;
}

async function openFile(event, cache) {
  const { url } = event.request;
  const since = accounts;
  try {
    const response = await fetch(event.request);
    // A range of a large package: the whole is kept with the page.
    if (response.status === 206) return response;
    const copy = response.clone();
    event.waitUntil(keepNewer(cache, url, copy, since));
    return response;
  } catch (error) {
    const kept = await caches.match(url, { cacheName: cache.name });
    if (!kept) throw error;
    return kept;
  }
}

const isKept = async ({ name }, url) =>
  !mayChange(new URL(url)) && (await caches.match(url, { cacheName: name })) !== undefined;

/** The address of the compiler does not change with a release, but its ETag does. */
async function keepNewer(cache, url, response, since) {
  const kept = mayChange(new URL(url)) ? undefined : await caches.match(url, { cacheName: cache.name });
  const isCurrent = kept && kept.headers.get("etag") === response.headers.get("etag");
  if (isCurrent) return void response.body?.cancel().catch(() => {});
  await keep(cache, url, response, since);
}

/** The newest is last. */
async function keep({ name, max, maxBytes = Infinity }, url, response, since) {
  const isWhole = response.status === 200 && !response.redirected;
  if (!isWhole || Number(response.headers.get("content-length")) > maxBytes)
    return void response.body?.cancel().catch(() => {});
  try {
    const cache = await caches.open(name);
    await cache.delete(url);
    await cache.put(url, response);
    if (since !== accounts) return void (await forgetAccount());
    const keys = await cache.keys();
    for (const key of keys.slice(0, Math.max(0, keys.length - max))) await cache.delete(key);
  } catch {
    // No room: the next visit tries again.
  }
}

/** A page that works without a connection, and the files that it has loaded. */
self.addEventListener("message", (event) => {
  const { type, page, files } = event.data ?? {};
  if (type === "keep" && isPage(new URL(page))) event.waitUntil(keepLoaded(page, files));
});

async function keepLoaded(page, files) {
  const since = accounts;
  await keepFiles(files.includes(COMPILER[0]) ? [...files, ...COMPILER] : files, since);
  if (await isKept(PAGES, page)) return;
  const response = await fetchOrNull(page);
  if (response) await keepPage(page, response, since);
}

/** Keeps a page after the code that it names: without it, it would not work. */
async function keepPage(url, response, since) {
  const html = await response.clone().text();
  const names = html.match(/\/_next\/static\/[\w./~-]+\.(js|css)/g) ?? [];
  await keepFiles(
    names.map((name) => location.origin + name),
    since,
  );
  await keep(PAGES, url, response, since);
}

async function keepFiles(urls, since) {
  const keepFile = async (url) => {
    const cache = fileCacheOf(new URL(url));
    if (!cache || (await isKept(cache, url))) return;
    const response = await fetchOrNull(url);
    if (response) await keep(cache, url, response, since);
  };
  await Promise.all([...new Set(urls)].map(keepFile));
}

const fetchOrNull = (url) => fetch(url, { credentials: "same-origin" }).catch(() => null);

const TEXTS = {
  en: {
    title: "You are offline",
    kept: "On this device:",
    nothing: "This page is not on this device.",
    again: "Try again",
  },
  ja: {
    title: "オフラインです",
    kept: "この端末にあるページ:",
    nothing: "このページはこの端末にありません。",
    again: "もう一度試す",
  },
};

async function offlinePage() {
  const lang = navigator.language.startsWith("ja") ? "ja" : "en";
  const texts = TEXTS[lang];
  const pages = (await forgotten) ? await (await caches.open(PAGES.name)).keys() : [];
  const links = (await Promise.all(pages.reverse().map(linkTo))).filter(Boolean);
  const list = links.length ? `<p>${texts.kept}</p><ul>${links.join("")}</ul>` : "";
  return new Response(
    `<!DOCTYPE html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${texts.title}</title>
<style>:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f5f7f7,#0a0f10);color:light-dark(#0a0f10,#eef3f3)}
body{max-width:32rem;margin:18vh auto;padding:0 1.5rem}h1{font-size:1.25rem;margin:0}p{color:light-dark(#4a5759,#9fb0b2)}ul{list-style:none;padding:0}
li a{display:block;padding:.75rem 0;border-top:1px solid light-dark(#dfe5e5,#1e282a);color:inherit;text-decoration:none;overflow-wrap:anywhere}
a:hover{text-decoration:underline}.again{display:inline-block;padding:.6rem 1.25rem;border:1px solid light-dark(#b9c4c5,#344144);border-radius:99px;color:light-dark(#0a0f10,#eef3f3);text-decoration:none}</style>
<main><h1>${texts.title}</h1><p>${texts.nothing}</p><p><a class="again" href="">${texts.again}</a></p>${list}</main></html>`,
    {
      status: 503,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      },
    },
  );
}

async function linkTo({ url }) {
  const page = await caches.match(url, { cacheName: PAGES.name });
  // Deleted meanwhile.
  if (!page) return null;
  const html = await page.text();
  const { pathname, search } = new URL(url);
  // The title is escaped text already.
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1]?.replace(/ · Gum$/, "") || pathname;
  return `<li><a href="${(pathname + search).replaceAll("&", "&amp;").replaceAll('"', "%22")}">${title}</a></li>`;
}
