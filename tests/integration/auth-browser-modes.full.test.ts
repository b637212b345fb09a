import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, startServer } from "../support/server";
import { connectBrowser } from "../support/shared-browser";

/** What a host can set about accounts, in a real browser: each setting needs a server of its own. */

let browser: Browser;
let server: TestServer | undefined;
const account = { email: "mode@gum.test", username: "modest", password: "a handful of words" };

beforeAll(async () => {
  browser = await connectBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await server?.dispose();
  server = undefined;
});

async function open(path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: server!.url, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

async function fillSignUp(page: Page) {
  for (const [name, value] of Object.entries(account)) await page.locator(`[name=${name}]`).fill(value);
  await page.getByRole("button", { name: "Create account" }).click();
}

async function codeFor(email: string): Promise<string> {
  const [mail] = await server!.database.query<{ text: string }>(
    "SELECT text FROM outbox_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1",
    [email],
  );
  return /^ {4}(\d{6})$/m.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("REQUIRE_EMAIL_CONFIRMATION=1", () => {
  it("asks for the code after the sign-up, and at a login that comes before it", async () => {
    server = await startServer({ env: { REQUIRE_EMAIL_CONFIRMATION: "1" } });
    const page = await open("/signup");
    await fillSignUp(page);
    await page.getByRole("heading", { name: "Confirm your email address" }).waitFor();
    // Signed out until then.
    expect((await page.request.get("/api/v2/auth/me")).status()).toBe(401);
    expect(await page.evaluate(() => localStorage.getItem("auth-storage"))).toBeNull();

    await page.goto("/login");
    await page.locator("[name=email]").fill(account.email);
    await page.locator("[name=password]").fill(account.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Please verify your email before logging in").waitFor();
    await page.locator("[name=code]").fill(await codeFor(account.email));
    await page.waitForURL("**/onboarding");
    await page.getByRole("heading", { name: "How Gum works" }).waitFor();
    await page.context().close();
  });
});

describe("SIGNUPS_DISABLED=1", () => {
  it("says so in the place of the form", async () => {
    server = await startServer({ env: { SIGNUPS_DISABLED: "1" } });
    const page = await open("/signup");
    await page.getByText("Sign ups are currently disabled.").waitFor();
    expect(await page.locator("form").count()).toBe(0);
    await page.context().close();
  });
});

describe("Turnstile", () => {
  const asked: URLSearchParams[] = [];
  let verifier: Server;

  beforeAll(async () => {
    verifier = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        asked.push(new URLSearchParams(body));
        const [human, action] = asked.at(-1)!.get("response")!.split("-");
        const verdict = { success: human === "human", action, hostname: "localhost" };
        response.setHeader("content-type", "application/json").end(JSON.stringify(verdict));
      });
    });
    verifier.listen(0, "127.0.0.1");
    await once(verifier, "listening");
  });
  afterAll(() => new Promise((resolve) => verifier.close(resolve)));

  /** Stands in for Cloudflare's script, which no test may load: gives a new token at each rendering and reset. */
  const SCRIPT = `
    (() => {
      let count = 0, options;
      const give = () => setTimeout(() => {
        options.callback(["human", options.action, ++count].join("-"));
        window.turnstileGiven = count;
      });
      window.turnstile = {
        ready: (run) => run(),
        render: (place, given) => {
          options = given; window.turnstileOptions = given;
          const frame = document.createElement("iframe");
          frame.src = "https://challenges.cloudflare.com/widget";
          (typeof place === "string" ? document.querySelector(place) : place).append(frame);
          give();
          return "w1";
        },
        execute: () => {}, remove: () => {}, getResponse: () => "", isExpired: () => false,
        reset: give,
      };
      window.onloadTurnstileCallback?.();
    })();`;

  it("stands on the forms, sends a fresh token with every attempt, and guards the server", async () => {
    server = await startServer({
      env: {
        TURNSTILE_SITE_KEY: "site-key",
        TURNSTILE_SECRET_KEY: "secret-key",
        TURNSTILE_VERIFY_URL: `http://127.0.0.1:${(verifier.address() as AddressInfo).port}/`,
      },
    });
    const context = await browser.newContext({ baseURL: server.url, locale: "en-US" });
    const refused: string[] = [];
    await context.route("https://challenges.cloudflare.com/**", (route) =>
      route.request().resourceType() === "document"
        ? route.fulfill({ contentType: "text/html", body: "a widget" })
        : route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
    );
    const page = await context.newPage();
    page.on("console", (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    await page.goto("/login");
    await page.waitForFunction(() => "turnstileOptions" in window);
    const signIn = async () => {
      const sent = page.waitForRequest("**/api/v2/auth/login");
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("Invalid email or password").waitFor();
      return (await sent).postDataJSON() as { cf_turnstile_token?: string };
    };
    await page.locator("[name=email]").fill(account.email);
    await page.locator("[name=password]").fill(account.password);
    const given = (count: number) =>
      page.waitForFunction(
        (least) => (window as { turnstileGiven?: number }).turnstileGiven! >= least,
        count,
      );
    await given(1);
    const first = await signIn();
    await given(2);
    const second = await signIn();
    expect(first.cf_turnstile_token).toMatch(/^human-login-\d+$/);
    expect(second.cf_turnstile_token).toMatch(/^human-login-\d+$/);
    expect(second.cf_turnstile_token).not.toBe(first.cf_turnstile_token);
    expect(asked.map((form) => form.get("secret"))).toEqual(["secret-key", "secret-key"]);
    expect(refused).toEqual([]);

    // Another program, with a token that was used, and with none.
    for (const token of [first.cf_turnstile_token, undefined]) {
      const answer = await page.request.post("/api/v2/auth/login", {
        data: { email: account.email, password: account.password, cf_turnstile_token: token },
      });
      expect(await answer.json()).toMatchObject({ code: "human_check_failed" });
    }
    for (const path of ["/signup", "/auth/recover"]) {
      await page.goto(path);
      await page.waitForFunction(() => "turnstileOptions" in window);
    }
    for (const path of ["/login", "/signup", "/auth/recover"])
      expect(await widgetDirectives(path), path).toEqual(["script-src", "frame-src"]);
    for (const path of ["/", "/playground", "/auth/verify", "/auth/callback", "/outbox"])
      expect(await widgetDirectives(path), path).toEqual([]);

    // Come from a page that may not frame the widget, without a new document.
    await page.goto("/playground");
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/login");
    await page.frameLocator("iframe").getByText("a widget").waitFor();
    expect(refused).toEqual([]);
    await context.close();
  });

  it("is nowhere in the policy where it is turned off", async () => {
    server = await startServer({
      env: { TURNSTILE_SITE_KEY: "site-key", TURNSTILE_SECRET_KEY: "secret-key", TURNSTILE_DISABLED: "1" },
    });
    for (const path of ["/login", "/signup", "/auth/recover", "/timeline"])
      expect(await widgetDirectives(path), path).toEqual([]);
  });

  /** The directives of a page's policy that let the widget's host in. */
  async function widgetDirectives(path: string): Promise<string[]> {
    const { headers } = await fetch(`${server!.url}${path}`, { redirect: "manual" });
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    return policy
      .split("; ")
      .filter((directive) => directive.includes("challenges.cloudflare.com"))
      .map((directive) => directive.split(" ")[0]!);
  }
});
