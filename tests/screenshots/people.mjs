import { randomBytes } from "node:crypto";
import { Fault } from "../../bin/launcher/fault.mjs";
import { DEMO_ACCOUNT } from "../../bin/launcher/local-stack.mjs";
import { ADMIN } from "../support/admin.mjs";

/** The header that the product sends from its own pages; the session then comes as a cookie. */
const BROWSER_HEADERS = { "x-client-info": "gum-web" };

/** People who have an account before the first screen. */
const KNOWN = { demo: DEMO_ACCOUNT, keeper: { email: ADMIN.email, password: ADMIN.password } };

async function readJson(response, what) {
  if (response.ok()) return response.json();
  throw new Fault(
    `${what} answered ${response.status()}. Is the demo content there (an empty database, SEED_DEMO not 0)?`,
    { detail: (await response.text()).slice(0, 300) },
  );
}

/** The storage state of a signed-in browser, for every page of that person. */
export async function signIn(browser, url, who) {
  if (who === "guest") return undefined;
  const context = await browser.newContext({ extraHTTPHeaders: BROWSER_HEADERS });
  const { request } = context;
  try {
    if (KNOWN[who]) {
      await readJson(await request.post(`${url}/api/v2/auth/login`, { data: KNOWN[who] }), "The sign-in");
      return await context.storageState();
    }
    const username = `newcomer_${randomBytes(3).toString("hex")}`;
    const email = `${username}@gum.test`;
    const password = randomBytes(12).toString("hex");
    await readJson(
      await request.post(`${url}/api/v2/auth/signup`, { data: { email, password, username } }),
      "The sign-up",
    );
    if (who !== "newcomer") await completeOnboarding(request, url, email);
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/** Completes every step of onboarding, with the code from the outbox. */
async function completeOnboarding(request, url, email) {
  const mails = await (await request.get(`${url}/outbox?to=${encodeURIComponent(email)}`)).text();
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mails.replace(/<[^>]+>/g, " "))?.[0];
  if (!code) throw new Fault("The outbox shows no code for a new account.");
  await readJson(await request.post(`${url}/api/v2/auth/verify`, { data: { email, code } }), "The code");
  await readJson(
    await request.post(`${url}/api/v2/onboarding/consent`, { data: { version: "v1" } }),
    "The consent",
  );
  await readJson(
    await request.patch(`${url}/api/v2/users/me`, { data: { displayName: "Mika" } }),
    "The profile",
  );
}

/** Not somebody of a browser test that runs beside, who may take back what they have published at any moment. */
const isLasting = ({ username }) => !username.startsWith("e2e_");

/** The ids in the addresses of screens: an app with its share link, a post with comments, another person. */
export async function findNames(browser, url, storageState) {
  const context = await browser.newContext({ storageState, extraHTTPHeaders: BROWSER_HEADERS });
  /** All pages: after the other browser tests, what lasts is far from the newest. */
  const readAll = async (path, what) => {
    const items = [];
    let cursor = "";
    do {
      const page = await readJson(await context.request.get(`${url}${path}&limit=50${cursor}`), what);
      items.push(...page.items);
      cursor = page.nextCursor ? `&after=${encodeURIComponent(page.nextCursor)}` : null;
    } while (cursor);
    return items;
  };
  try {
    const apps = await readAll("/api/apps/public?orderBy=newest", "The store");
    const shared = apps.find((app) => app.shareId && isLasting(app.owner));
    const posts = (await readAll("/api/v1/timeline?feed=all", "The timeline")).filter((post) =>
      isLasting(post.author),
    );
    const post = posts.toSorted((a, b) => b.counts.comments - a.counts.comments)[0];
    if (!shared || !post) throw new Fault("The demo content has no published app, or no post.");
    return { app: shared.id, share: shared.shareId, post: post.id, person: shared.owner.id };
  } finally {
    await context.close();
  }
}
