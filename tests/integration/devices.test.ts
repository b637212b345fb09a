import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { LoginResponse, SessionInfo } from "@/lib/auth/contract";
import { ApiClient } from "../support/api";
import { type SharedServer, sharedServer } from "../support/shared-server";
import { WebVisitor } from "../support/web-visitor";

/** What an account tells of the devices that sign in. */

const PASSWORD = "a handful of words";
let server: SharedServer;

beforeAll(() => {
  server = sharedServer();
});

async function signUp(visitor: WebVisitor) {
  const username = `dv_${randomBytes(5).toString("hex")}`;
  const email = `${username}@gum.test`;
  await visitor.call("POST", "/v2/auth/signup", { email, username, password: PASSWORD });
  return email;
}

const logIn = (visitor: WebVisitor, email: string) =>
  visitor.call<LoginResponse>("POST", "/v2/auth/login", { email, password: PASSWORD });

const mailsTo = (email: string) =>
  server.database.query<{ text: string }>(
    "SELECT text FROM outbox_mails WHERE recipient = $1 AND subject LIKE 'New sign-in%' ORDER BY id",
    [email],
  );

const sessionsOf = async (visitor: WebVisitor) =>
  (await visitor.call<{ items: SessionInfo[] }>("GET", "/v2/auth/sessions")).body.items;

describe("a new device", () => {
  it("is told by mail, but not the first one, nor one that comes back", async () => {
    const home = new WebVisitor(server.url);
    const email = await signUp(home);
    home.cookies().delete("next-auth.session-token");
    expect((await logIn(home, email)).status).toBe(200);
    const away = new WebVisitor(server.url);
    expect((await logIn(away, email)).status).toBe(200);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    const [mail] = await mailsTo(email);
    expect(mail!.text).toContain("Firefox on Linux");
    expect(mail!.text).toContain("(Password)");
    away.cookies().delete("next-auth.session-token");
    await logIn(away, email);
    const third = new WebVisitor(server.url);
    await logIn(third, email);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  });

  it("is ended by the mail's link, which does nothing else", async () => {
    const home = new WebVisitor(server.url);
    const email = await signUp(home);
    const thief = new WebVisitor(server.url);
    await logIn(thief, email);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
    const token = /\/auth\/device#token=(\S+)/.exec((await mailsTo(email))[0]!.text)![1]!;
    const guest = new WebVisitor(server.url);
    const end = async (given: string) =>
      (await guest.call("POST", "/v2/auth/sessions/end", { token: given })).status;
    expect(await end(`${token.slice(0, -4)}AAAA`)).toBe(400);
    expect(await end("x".repeat(40))).toBe(400);
    expect((await thief.call("GET", "/v2/auth/me")).status).toBe(200);
    expect(await end(token)).toBe(204);
    expect((await thief.call("GET", "/v2/auth/me")).status).toBe(401);
    expect((await home.call("GET", "/v2/auth/me")).status).toBe(200);
    expect(await end(token)).toBe(204);
    // The thief's browser is unknown again.
    await logIn(thief, email);
    await expect.poll(async () => (await mailsTo(email)).length).toBe(2);
  });

  it("of an API client is known by its program", async () => {
    const email = await signUp(new WebVisitor(server.url));
    const client = new ApiClient(server.url);
    for (let count = 0; count < 3; count++)
      await client.must("POST", "/v2/auth/login", { email, password: PASSWORD });
    await expect.poll(async () => (await mailsTo(email)).length).toBe(1);
  });
});

describe("the list of sessions", () => {
  it("shows how each was opened", async () => {
    const home = new WebVisitor(server.url);
    const email = await signUp(home);
    await server.database.query("UPDATE users SET email_verified_at = now() WHERE email = $1", [email]);
    await new WebVisitor(server.url).call("POST", "/v2/auth/otp", { email });
    const mail = async () =>
      (
        await server.database.query<{ text: string }>(
          "SELECT text FROM outbox_mails WHERE recipient = $1 AND text LIKE '%/auth/callback#token=%'",
          [email],
        )
      )[0]?.text;
    await expect.poll(mail).toBeTruthy();
    const text = (await mail())!;
    const byLink = new WebVisitor(server.url);
    const token = /#token=([\w-]+)/.exec(text)![1];
    expect((await byLink.call("POST", "/v2/auth/otp", { token })).status).toBe(200);
    expect((await sessionsOf(home)).map(({ openedBy }) => openedBy)).toEqual(
      expect.arrayContaining(["link", "password"]),
    );
  });
});

it("the language of messages is that of the browser, at once after it changes", async () => {
  const home = new WebVisitor(server.url);
  const email = await signUp(home);
  const languages = () =>
    server.database.query<{ person: string | null; session: string | null }>(
      `SELECT u.language AS person, s.language AS session
         FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.email_key = $1`,
      [email],
    );
  const read = (headers: Record<string, string>) => home.fetch("/api/v2/auth/me", { headers });
  await read({ "accept-language": "ja,en;q=0.5" });
  await expect.poll(languages).toEqual([{ person: "ja", session: "ja" }]);
  // What somebody chose in the settings stands over that.
  home.cookies().set("gum-locale", "en");
  await read({ "accept-language": "ja,en;q=0.5" });
  await expect.poll(languages).toEqual([{ person: "en", session: "en" }]);
});
