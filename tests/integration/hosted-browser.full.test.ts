import { once } from "node:events";
import http from "node:http";
import { expect } from "../support/page-expect";
import { build } from "esbuild";
import type { Browser } from "playwright";
import { afterAll, beforeAll, it } from "vitest";
import { hostedOf } from "../support/hosted";
import type { OidcIssuer } from "../support/oidc-issuer";
import { type ProviderPeople, startWithIssuer } from "../support/provider-people";
import type { TestServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";

/** A page of another origin with an unmodified supabase-js, in a real browser: there, to the provider, and back. */

let server: TestServer;
let issuer: OidcIssuer;
let people: ProviderPeople;
let browser: Browser;
let client: http.Server;
let clientUrl: string;

/** The page says who is signed in, or what went wrong. */
const script = (hosted: { url: string; publicKey: string }) => `
  import { createClient } from "@supabase/supabase-js";
  const flowType = new URLSearchParams(location.search).get("flow");
  const client = createClient(${JSON.stringify(hosted.url)}, ${JSON.stringify(hosted.publicKey)}, { auth: { flowType } });
  const redirectTo = location.origin + "/?flow=" + flowType;
  const say = (text) => { document.querySelector("output").textContent = text; };
  document.querySelector("button").onclick = () =>
    client.auth.signInWithOAuth({ provider: "oidc", options: { redirectTo } });
  const { error } = await client.auth.initialize();
  const { data } = await client.auth.getUser();
  say(error ? "error " + error.message : data.user ? "user " + data.user.email : "nobody");
`;

beforeAll(async () => {
  ({ server, issuer, people } = await startWithIssuer());
  const { outputFiles } = await build({
    stdin: { contents: script(await hostedOf(server)), resolveDir: process.cwd() },
    bundle: true,
    format: "esm",
    write: false,
  });
  const page = `<!doctype html><title>Client</title><button>Sign in</button><output></output><script type="module" src="/client.js"></script>`;
  client = http.createServer(({ url }, response) => {
    const isScript = url === "/client.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? outputFiles[0]!.text : page);
  });
  client.listen(0, "127.0.0.1");
  await once(client, "listening");
  clientUrl = `http://127.0.0.1:${(client.address() as { port: number }).port}`;
  browser = await connectBrowser();
});
afterAll(async () => {
  await browser?.close();
  client?.closeAllConnections();
  client?.close();
  await server?.dispose();
  await issuer?.stop();
});

it.each(["pkce", "implicit"])("a newcomer chooses a username on the way, with the flow %s", async (flow) => {
  const account = people.atIssuer();
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  await page.goto(`${clientUrl}/?flow=${flow}`);
  await expect(page.locator("output")).toHaveText("nobody");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Choose your username" })).toBeVisible();
  await page.locator("[name=username]").fill(`br_${account.sub.slice(2)}`);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.locator("output")).toHaveText(`user ${account.email}`);
  // What signed in is gone from the address, and the session outlives a reload.
  expect(page.url()).not.toMatch(/code=|access_token/);
  await page.reload();
  await expect(page.locator("output")).toHaveText(`user ${account.email}`);

  const again = await context.newPage();
  await again.goto(`${clientUrl}/?flow=${flow}`);
  await again.evaluate(() => localStorage.clear());
  await again.reload();
  await expect(again.locator("output")).toHaveText("nobody");
  await again.getByRole("button", { name: "Sign in" }).click();
  await expect(again.locator("output")).toHaveText(`user ${account.email}`);
  await context.close();
});

it("the page learns that the address has an account already", async () => {
  const { email } = await people.withPassword();
  people.atIssuer({ email });
  const context = await browser.newContext({ locale: "en-US" });
  const page = await context.newPage();
  await page.goto(`${clientUrl}/?flow=pkce`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.locator("output")).toHaveText("error This email is already registered");
  await context.close();
});
