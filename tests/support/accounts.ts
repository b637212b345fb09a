import { randomBytes } from "node:crypto";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { Me } from "@/lib/people/user-contract";

export const PASSWORD = "a handful of words";

export type Account = { email: string; username: string; password: string };

/** Names that nobody has. */
export function freshAccount(): Account {
  const username = `e2e_${randomBytes(5).toString("hex")}`;
  return { email: `${username}@gum.test`, username, password: PASSWORD };
}

type Mail = { text: string; code: string; link: string };

/** The last mail to an address, as the product's own outbox shows it; waits for one that holds `about`. */
export async function mailTo(request: APIRequestContext, email: string, about = ""): Promise<Mail> {
  let mail: Mail | undefined;
  await expect
    .poll(
      async () => {
        const html = await (await request.get(`/outbox?to=${encodeURIComponent(email)}`)).text();
        const articles = html.match(/<article[\s\S]*?<\/article>/g) ?? [];
        const text = articles
          .map((article) => article.replace(/<[^>]+>/g, "").replaceAll("&#x27;", "'"))
          .find((each) => each.includes(about));
        if (!text) return false;
        const link = /https?:\/\/\S+?#token=[\w-]+(?:&amp;for=change)?/.exec(text)?.[0].replace("&amp;", "&");
        mail = { text, code: /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? "", link: link ?? "" };
        return true;
      },
      { message: `a mail to ${email} about "${about}"`, timeout: 30_000 },
    )
    .toBe(true);
  return mail!;
}

/** What a page of ours sends; the session's cookie comes back into the browser. */
const WEB = { "x-client-info": "gum-web" };

/** Signs up in the page's browser, without its forms. */
export async function signUp(page: Page, account = freshAccount()): Promise<Account> {
  const answer = await page.request.post("/api/v2/auth/signup", { data: account, headers: WEB });
  expect(answer.status()).toBe(201);
  return account;
}

/** Leaves the product and drops its cookies: a page that stays notices by itself, and goes to /login in between. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Signs up and goes through onboarding, without the forms. */
export async function signUpOnboarded(page: Page, account = freshAccount()): Promise<Account> {
  await signUp(page, account);
  const { code } = await mailTo(page.request, account.email);
  const steps: [string, string, object][] = [
    ["POST", "/api/v2/auth/verify", { email: account.email, code }],
    ["POST", "/api/v2/onboarding/consent", { version: "v1" }],
    ["PATCH", "/api/v2/users/me", { displayName: account.username }],
  ];
  for (const [method, path, data] of steps) {
    const answer = await page.request.fetch(path, { method, data, headers: WEB });
    expect(answer.ok(), path).toBe(true);
  }
  return account;
}

/** Signs in by the form of the page that is open. */
export async function signInByForm(page: Page, { email, password }: Account): Promise<void> {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function me(page: Page): Promise<Me> {
  return (await (await page.request.get("/api/v2/users/me")).json()) as Me;
}

/** What the product keeps about who is signed in. */
export function authStorage(page: Page): Promise<Record<string, unknown> | null> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem("auth-storage") ?? "null") as Record<string, unknown> | null,
  );
}
