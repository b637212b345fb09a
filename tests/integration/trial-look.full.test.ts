import { randomBytes } from "node:crypto";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { App } from "@/lib/apps/contract";
import type { Trial } from "@/lib/apps/trial-contract";
import { signUpOnboarded } from "../support/accounts";
import { type ApiClient, signUpOnboarded as signUpClient } from "../support/api";
import { makePackage, uploadForm, type Problem } from "../support/apps";
import { findBrowser } from "../support/browser.mjs";
import { type TestServer, startServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";
import { uploadByApi } from "../support/store";

/** The maker of a published app sees what was found in a new version before people get it. */

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer({ env: { APP_TRIAL: "on", CHROMIUM_PATH: findBrowser()! } });
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.dispose();
});

const page = (body: string) =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A page</title><body>${body}`;

const pack = (name: string, version: string, body: string, data?: Uint8Array) =>
  makePackage({ name, version }, { "index.html": page(body), ...(data && { "data.bin": data }) });

async function published(maker: ApiClient, name: string, body = "<p>Before"): Promise<App> {
  const gumFile = await pack(name, "1.0.0", body);
  const app = await maker.call<App>("POST", "/apps", uploadForm({ gumFile }));
  return maker.must<App>("PATCH", `/apps/${app.body.id}/publish`, { isPublic: true });
}

it("is asked for by clients that show it: they send the version again to publish it", async () => {
  const maker = await signUpClient(server);
  const app = await published(maker, "Seen first");
  const send = async (version: string, body: string, { path = "/apps?lookFirst=1", force = false } = {}) =>
    maker.call<App & Problem>(
      "POST",
      path,
      uploadForm({
        gumFile: await pack("Seen first", version, body),
        metadata: { appId: app.id, ...(force && { force }) },
      }),
    );

  const { status, body } = await send("1.1.0", "<button>After</button>");
  expect([status, body.code]).toEqual([409, "trial_unseen"]);
  const trial = body.details!.trial as Trial;
  expect(trial).toMatchObject({ outcome: "started", keyboard: true, fitsPhone: true, errors: [] });
  expect((await maker.must<App>("GET", `/apps/${app.id}`)).version).toBe("1.0.0");

  const picture = trial.pictures.phone!;
  const read = (as: ApiClient, url = picture) =>
    fetch(`${server.url}${url}`, { headers: { authorization: `Bearer ${as.accessToken}` } });
  expect((await read(maker)).headers.get("content-type")).toBe("image/webp");
  const other = await signUpClient(server);
  const theirs = await published(other, "Of somebody else");
  expect((await read(other)).status).toBe(404);
  expect((await read(maker, picture.replace(/v=[^&]+/, "v=x"))).status).toBe(404);
  expect((await read(maker, picture.replace(app.id, theirs.id))).status).toBe(404);
  expect((await read(maker, picture.replace(/package=\w+/, "package=x"))).status).toBe(400);

  const sent = await send("1.1.0", "<button>After</button>", { path: "/apps" });
  expect([sent.status, sent.body.version]).toEqual([201, "1.1.0"]);

  const broken = "<script>throw new Error('no plums today')</script>";
  const failed = await send("1.2.0", broken);
  expect(failed.body.code).toBe("trial_unseen");
  expect(failed.body.details!.trial).toMatchObject({ outcome: "failed", cause: "error" });
  expect((await send("1.2.0", broken, { path: "/apps" })).body.code).toBe("app_does_not_start");
  expect((await send("1.2.0", broken, { path: "/apps", force: true })).body.version).toBe("1.2.0");
});

it("is shown by the form, and a large package is not sent twice", async () => {
  const context = await browser.newContext({ baseURL: server.url, locale: "en-US" });
  const person = await context.newPage();
  await signUpOnboarded(person);
  const first = Buffer.from(await pack("Large plums", "1.0.0", "<p>Before"));
  const app = await uploadByApi(person, first, { published: true });
  const version = async () =>
    ((await (await person.request.get(`/api/apps/${app.id}`)).json()) as App).version;
  let parts = 0;
  person.on("request", (request) => {
    if (request.method() === "PATCH" && request.url().includes("/api/apps/uploads/")) parts++;
  });

  await person.goto(`/apps/${app.id}`);
  await person.getByRole("link", { name: "New version" }).click();
  const gumFile = await pack("Large plums", "1.1.0", "<button>More plums</button>", randomBytes(1_200_000));
  await person
    .locator("input[type=file]")
    .first()
    .setInputFiles({ name: "plums.gum", mimeType: "application/zip", buffer: Buffer.from(gumFile) });
  const upload = person.getByRole("button", { name: "Upload version 1.1.0" });
  await upload.click();
  const dialog = person.getByRole("dialog", { name: "Publish version 1.1.0 of Large plums" });
  await expect.poll(() => dialog.isVisible(), { timeout: 60_000 }).toBe(true);
  expect(await dialog.innerText()).toContain("The Tab key reaches it");
  const widths = () =>
    dialog.locator("img").evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth));
  await expect.poll(widths).toEqual([expect.any(Number), expect.any(Number)]);
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(0);
  expect(await version()).toBe("1.0.0");
  const sent = parts;
  expect(sent).toBeGreaterThan(1);

  await dialog.getByRole("button", { name: "Cancel" }).click();
  await upload.click();
  await dialog.getByRole("button", { name: "Publish", exact: true }).click();
  await person.waitForURL(`**/apps/${app.id}`);
  expect(await version()).toBe("1.1.0");
  expect(parts).toBe(sent);
  await context.close();
});
