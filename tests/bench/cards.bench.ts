import { chromium, type Browser } from "@playwright/test";
import pg from "pg";
import sharp from "sharp";
import { browserOptions } from "../support/browser.mjs";
import type { Bench } from "./support/bench";
import { openCopy } from "./support/database";
import { compare } from "./support/load";
import { personId } from "./support/readers";
import { median } from "./support/report";
import { cookieOf, startProduct } from "./support/servers";

const POSTS = 200_000;
/** Follows two hundred. */
const READER = 2;
/** Is made to follow the same people, and to hide the one whose words the cards are. */
const OTHER = 4;
const AUTHOR = 1_999;
const CARDS = 20;
const PATH = "/timeline?feed=home";
const LIMIT = 1.2;
const ROUNDS = 15;

/** The newest posts of the reader's feed carry an app with a card: title, lines, bars, a picture. */
async function addCards(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const picture = await sharp({ create: { width: 320, height: 240, channels: 3, background: "#486" } })
      .webp()
      .toBuffer();
    const content = {
      title: "昼ごはん, everybody",
      lines: ["3 votes", "Ren has voted for curry"],
      bars: ["Curry", "ラーメン", "Salad"].map((label, index) => ({ label, value: 3 - index })),
      alt: "A bowl",
    };
    await client.query("BEGIN");
    await client.query("DELETE FROM follows WHERE follower_id = $1", [personId(OTHER)]);
    await client.query(
      "INSERT INTO follows SELECT $1, followee_id, created_at FROM follows WHERE follower_id = $2 AND followee_id <> $1",
      [personId(OTHER), personId(READER)],
    );
    await client.query("UPDATE users SET following_count = 200 WHERE id = $1", [personId(OTHER)]);
    for (const relation of ["blocks (blocker_id, blocked_id)", "mutes (muter_id, muted_id)"]) {
      const [from, to] = /\((\w+), (\w+)\)/.exec(relation)!.slice(1);
      const table = relation.split(" ")[0];
      await client.query(`INSERT INTO ${relation} SELECT $1, ${to} FROM ${table} WHERE ${from} = $2`, [
        personId(OTHER),
        personId(READER),
      ]);
    }
    await client.query("INSERT INTO mutes (muter_id, muted_id) VALUES ($1, $2)", [
      personId(OTHER),
      personId(AUTHOR),
    ]);
    const { rowCount } = await client.query(
      `WITH shown AS (
         SELECT p.id, p.author_id FROM posts p JOIN follows f ON f.followee_id = p.author_id AND f.follower_id = $1
          WHERE p.author_id <> ALL (ARRAY(SELECT blocked_id FROM blocks WHERE blocker_id = $1
                                         UNION ALL SELECT muted_id FROM mutes WHERE muter_id = $1))
          ORDER BY p.id DESC LIMIT $2),
       app AS (SELECT id FROM apps ORDER BY id LIMIT 1),
       made AS (
         INSERT INTO rooms (id, app_id, post_id, owner_id)
         SELECT gen_random_uuid(), app.id, shown.id, shown.author_id FROM shown, app RETURNING id, post_id),
       attached AS (
         UPDATE posts SET app_id = app.id, app_version = '1.0.0' FROM app, shown WHERE posts.id = shown.id)
       INSERT INTO room_cards (room_id, author_id, content, picture, picture_hash, picture_width, picture_height)
       SELECT id, $3, $4, $5, md5(id::text), 320, 240 FROM made`,
      [personId(READER), CARDS, personId(AUTHOR), JSON.stringify(content), picture],
    );
    if (rowCount !== CARDS) throw new Error(`There are ${rowCount} cards.`);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
}

/** What the main thread does until the page is at rest, in ms. */
async function taskMs(browser: Browser, url: string, cookie: string, cards: number): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const at = cookie.indexOf("=");
  await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url }]);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send("Performance.enable");
  await page.goto(url + PATH, { waitUntil: "load" });
  await page.waitForTimeout(1_500);
  const { metrics } = await cdp.send("Performance.getMetrics");
  // The list mounts what is near the window.
  const shown = await page.locator(".live-card").count();
  if (shown > 0 !== cards > 0) throw new Error(`The page has ${shown} cards.`);
  if ((await page.locator("iframe.gum-app-frame").count()) > 0) throw new Error("The page has a frame.");
  await context.close();
  return metrics.find(({ name }) => name === "TaskDuration")!.value * 1_000;
}

const bench: Bench = {
  title: "A feed with 20 live cards against the same feed without",
  run: async (context) => {
    const { report, closing } = context;
    const { postgres, url: database } = await openCopy(context, POSTS);
    await addCards(database);
    const { url, pid } = await startProduct(context, database);
    const cookies = [await cookieOf(OTHER), await cookieOf(READER)] as const;
    const pages = await Promise.all(
      cookies.map(async (cookie) => (await fetch(url + PATH, { headers: { cookie } })).text()),
    );
    const [without, cards] = pages.map((page) => page.split('class="live-card"').length - 1);
    const posts = pages.map((page) => page.split("data-post=").length - 1);
    report.note(`the server renders ${cards} cards in ${posts[1]} posts, and ${without} in ${posts[0]}`);
    if (without !== 0 || !cards || posts[0] !== posts[1]) throw new Error("The two feeds are not the same.");

    const targets = cookies.map((cookie, index) => ({
      name: ["without", "with"][index]!,
      url,
      pids: [pid, postgres.pid],
      call: () => ({ path: PATH, headers: { cookie } }),
    }));
    const [base, value] = (await compare(targets, { rounds: 15, perRound: 50 })).map(({ cpuMs }) => cpuMs);
    report.figure({
      what: "/timeline rendered by the server",
      value: value!,
      unit: "ms CPU",
      base: { name: "without cards", value: base! },
      limit: LIMIT,
    });

    const browser = await chromium.launch(browserOptions());
    closing(() => browser.close());
    const times: [number[], number[]] = [[], []];
    for (let round = -1; round < ROUNDS; round++)
      for (const index of [0, 1] as const) {
        const time = await taskMs(browser, url, cookies[index], index * cards);
        if (round >= 0) times[index].push(time);
      }
    report.figure({
      what: "the browser's main thread until the page is at rest",
      value: median(times[1]),
      unit: "ms",
      base: { name: "without cards", value: median(times[0]) },
      limit: LIMIT,
    });
  },
};

export default bench;
