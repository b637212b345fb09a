import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { FactorsResponse, SessionInfo, TotpEnrolment } from "@/lib/auth/contract";
import { appCode, firstCode } from "../support/authenticator";
import type { Forgery, OidcIssuer } from "../support/oidc-issuer";
import {
  isCallback,
  PASSWORD,
  CALLBACK,
  type ProviderPeople,
  startWithIssuer,
} from "../support/provider-people";
import type { TestServer } from "../support/server";
import { WebVisitor } from "../support/web-visitor";

/** Signing in at a real OpenID Connect issuer, and what happens when somebody cheats on the way. */

let server: TestServer;
let issuer: OidcIssuer;

beforeAll(async () => {
  let people: ProviderPeople;
  ({ server, issuer, people } = await startWithIssuer());
  ({ atIssuer, leave, visit, arrive, signUp, member, withPassword, meOf, linkedOf } = people);
});
afterAll(async () => {
  await server?.dispose();
  await issuer?.stop();
});
beforeEach(() => Object.assign(issuer, { denies: false, forgery: null }));

let { atIssuer, leave, visit, arrive, signUp, member, withPassword, meOf, linkedOf } = {} as ProviderPeople;

describe("a newcomer", () => {
  it("chooses a username, has the confirmed address, and goes on with onboarding", async () => {
    const { email } = atIssuer({ preferred_username: "sam" });
    const visitor = new WebVisitor(server.url);
    expect(await arrive(visitor)).toBe("/auth/callback");
    expect((await visitor.call("GET", "/v2/auth/me")).status).toBe(401);
    const page = await (await visitor.fetch("/auth/callback")).text();
    expect(page).toContain("Choose your username");
    expect(page).toContain(email);
    expect((await signUp(visitor, { displayName: "Sam" })).status).toBe(201);
    const me = await meOf(visitor);
    expect(me).toMatchObject({ email, displayName: "Sam" });
    expect(me.onboarding.missing).toEqual(["consent_v1", "profile_min"]);
    const { body } = await visitor.call<{ items: SessionInfo[] }>("GET", "/v2/auth/sessions");
    expect(body.items[0]).toMatchObject({ openedBy: "oidc", current: true });
    // The visit counts once.
    expect((await signUp(visitor)).body.code).toBe("provider_expired");
  });

  it("confirms by mail an address that the issuer did not, and gives one that it does not name", async () => {
    atIssuer({ email_verified: false });
    const unconfirmed = new WebVisitor(server.url);
    await arrive(unconfirmed);
    expect((await signUp(unconfirmed)).body.code).toBe("validation_error");
    const email = `own_${randomBytes(4).toString("hex")}@gum.test`;
    expect((await signUp(unconfirmed, { email })).status).toBe(201);
    expect((await meOf(unconfirmed)).onboarding.missing).toContain("email_verified");
    const mails = await server.database.query("SELECT 1 FROM outbox_mails WHERE recipient = $1", [email]);
    expect(mails).toHaveLength(1);
  });

  it("leaves no earlier session of the browser alive", async () => {
    const { visitor, id } = await withPassword();
    atIssuer();
    await arrive(visitor);
    const liveOf = () =>
      server.database.query("SELECT 1 FROM sessions WHERE user_id = $1 AND revoked_at IS NULL", [id]);
    expect(await liveOf()).toHaveLength(1);
    expect((await signUp(visitor)).status).toBe(201);
    expect(await liveOf()).toEqual([]);
  });

  it("does not take somebody's name or address", async () => {
    const other = await withPassword();
    const name = (await meOf(other.visitor)).username;
    atIssuer({ email: undefined });
    const visitor = new WebVisitor(server.url);
    await arrive(visitor);
    expect((await signUp(visitor, { username: name, email: "fresh_one@gum.test" })).body.code).toBe(
      "username_taken",
    );
    expect((await signUp(visitor, { email: other.email.toUpperCase() })).body.code).toBe("email_taken");
  });

  it("signs in the next time, whatever address the issuer names by then", async () => {
    const { account, id } = await member();
    const other = await withPassword();
    issuer.accounts.set(account.sub, { ...account, email: other.email });
    const again = new WebVisitor(server.url);
    expect(await arrive(again)).toBe("/auth/callback?done=1");
    expect(await meOf(again)).toMatchObject({ id, email: account.email });
  });
});

describe("an account with the same address", () => {
  it("is not entered: it signs in first and links, and then the issuer signs in", async () => {
    const { visitor, email, id } = await withPassword();
    const { sub } = atIssuer({ email });
    const stranger = new WebVisitor(server.url);
    expect(await arrive(stranger)).toBe("/auth/callback");
    expect(await (await stranger.fetch("/auth/callback")).text()).toContain("You have an account already");
    expect((await stranger.call("GET", "/v2/auth/me")).status).toBe(401);
    expect((await signUp(stranger)).body.code).toBe("provider_expired");

    expect(await arrive(visitor, "link")).toBe("/settings?linked=oidc");
    expect(await linkedOf(visitor)).toMatchObject({ name: "Acme", linked: { email } });
    const notices = () =>
      server.database.query(
        "SELECT subject FROM outbox_mails WHERE recipient = $1 AND subject LIKE 'Acme%'",
        [email],
      );
    await expect.poll(notices).toEqual([{ subject: "Acme was linked to your account" }]);
    issuer.person = sub;
    expect(await arrive(stranger)).toBe("/auth/callback?done=1");
    expect((await meOf(stranger)).id).toBe(id);
  });

  it("is not told to somebody whose address the issuer has not confirmed", async () => {
    const { email } = await withPassword();
    atIssuer({ email, email_verified: false });
    const visitor = new WebVisitor(server.url);
    await arrive(visitor);
    expect(await (await visitor.fetch("/auth/callback")).text()).toContain("Choose your username");
    expect((await signUp(visitor, { email })).body.code).toBe("email_taken");
  });
});

describe("linking", () => {
  it("refuses an identity that belongs to another account", async () => {
    const { account } = await member();
    const { visitor } = await withPassword();
    issuer.person = account.sub;
    expect(await arrive(visitor, "link")).toBe("/settings?error=identity_taken");
    expect((await linkedOf(visitor))?.linked).toBeNull();
  });

  it("takes a recent proof, a confirmed address and a signed-in browser", async () => {
    const { visitor, id } = await withPassword();
    const code = async (purpose: string, who = visitor) =>
      (await who.call("POST", "/v2/auth/providers/oidc", { purpose })).body.code;
    expect(await code("link", new WebVisitor(server.url))).toBe("unauthenticated");
    expect(await code("reauthenticate", new WebVisitor(server.url))).toBe("unauthenticated");
    atIssuer();
    const back = await visit(visitor, "link");
    await server.database.query(
      "UPDATE sessions SET reauthenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [id],
    );
    expect(await code("link")).toBe("reauthentication_required");
    expect((await visitor.fetch(back)).headers.get("location")).toContain(
      "/settings?error=reauthentication_required",
    );
    await server.database.query("UPDATE users SET email_verified_at = NULL WHERE id = $1", [id]);
    expect(await code("link")).toBe("onboarding_required");
  });

  it("ends with the session that began it", async () => {
    const { visitor, id } = await withPassword();
    atIssuer();
    const back = await visit(visitor, "link");
    await server.database.query("UPDATE sessions SET revoked_at = now() WHERE user_id = $1", [id]);
    expect((await visitor.fetch(back)).headers.get("location")).toContain("/settings?error=unauthenticated");
  });

  it("unlinks, but not the last way to sign in", async () => {
    const { visitor } = await member();
    const unlink = () => visitor.call("DELETE", "/v2/auth/providers/oidc");
    expect((await unlink()).body.code).toBe("last_sign_in");
    expect((await visitor.call("PUT", "/v2/auth/password", { password: PASSWORD })).status).toBe(204);
    expect((await unlink()).status).toBe(204);
    expect((await unlink()).body.code).toBe("not_found");
    expect((await linkedOf(visitor))?.linked).toBeNull();
  });
});

describe("an account without a password", () => {
  const age = (id: string) =>
    server.database.query(
      "UPDATE sessions SET reauthenticated_at = now() - interval '1 hour' WHERE user_id = $1",
      [id],
    );

  it("proves by mail who is there, sets a password, and then a mailed code is not enough", async () => {
    const { visitor, account, id } = await member();
    await age(id);
    const setPassword = () => visitor.call("PUT", "/v2/auth/password", { password: PASSWORD });
    expect((await setPassword()).body.code).toBe("reauthentication_required");
    expect((await visitor.call<FactorsResponse>("GET", "/v2/auth/factors")).body).toMatchObject({
      hasPassword: false,
      canProveByMail: true,
      providers: ["oidc"],
    });
    expect((await visitor.call("POST", "/v2/auth/reauthenticate/code")).status).toBe(202);
    const [mail] = await server.database.query<{ text: string }>(
      "SELECT text FROM outbox_mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1",
      [account.email],
    );
    expect(mail!.text).not.toContain("token=");
    const mailCode = /^ {4}(\d{6})$/m.exec(mail!.text)![1]!;
    const prove = (code: string) => visitor.call("POST", "/v2/auth/reauthenticate", { mailCode: code });
    expect((await prove(mailCode === "000000" ? "111111" : "000000")).body.code).toBe("invalid_code");
    expect((await prove(mailCode)).status).toBe(204);
    expect((await prove(mailCode)).body.code).toBe("invalid_code");
    expect((await setPassword()).status).toBe(204);
    expect((await visitor.call("POST", "/v2/auth/reauthenticate/code")).body.code).toBe("forbidden");
    expect((await prove(mailCode)).body.code).toBe("forbidden");
  });

  it("proves it at the issuer, with an identity of its own, and is deleted", async () => {
    const { visitor, account, id } = await member();
    await age(id);
    atIssuer();
    visitor.cookies(issuer.url).clear();
    expect(await arrive(visitor, "reauthenticate")).toBe("/settings?error=provider_failed");
    const remove = async () =>
      visitor.call("DELETE", "/v2/users/me", { username: (await meOf(visitor)).username });
    expect((await remove()).body.code).toBe("reauthentication_required");
    issuer.person = account.sub;
    visitor.cookies(issuer.url).clear();
    expect(await arrive(visitor, "reauthenticate")).toBe("/settings?reauthenticated=oidc");
    expect((await remove()).status).toBe(204);
    expect(await server.database.query("SELECT 1 FROM identities WHERE subject = $1", [account.sub])).toEqual(
      [],
    );
  });

  it("is asked for its second factor", async () => {
    const { visitor, account } = await member();
    const { body: enrolment } = await visitor.call<TotpEnrolment>("POST", "/v2/auth/factors");
    expect(
      (await visitor.call("POST", "/v2/auth/factors/confirm", { code: await firstCode(enrolment.secret) }))
        .status,
    ).toBe(200);
    issuer.person = account.sub;
    const again = new WebVisitor(server.url);
    expect(await arrive(again)).toBe("/auth/callback");
    expect((await again.call("GET", "/v2/auth/me")).status).toBe(401);
    const page = await (await again.fetch("/auth/callback")).text();
    expect(page).toContain("Two-step sign-in");
    const challenge = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(page)![0];
    const complete = (code: string) => again.call("POST", "/v2/auth/challenge", { challenge, code });
    expect((await complete("000000")).body.code).toBe("invalid_code");
    expect((await complete(appCode(enrolment.secret))).status).toBe(200);
    expect((await meOf(again)).email).toBe(account.email);
    const { body } = await again.call<{ items: SessionInfo[] }>("GET", "/v2/auth/sessions");
    expect(body.items.find(({ current }) => current)?.openedBy).toBe("oidc");
  });
});

describe("on the way back", () => {
  const locationOf = async (visitor: WebVisitor, address: string) => {
    const location = new URL((await visitor.fetch(address)).headers.get("location")!);
    return location.pathname + location.search;
  };

  it("denied consent says so", async () => {
    atIssuer();
    issuer.denies = true;
    expect(await arrive(new WebVisitor(server.url))).toBe("/login?error=provider_denied");
    const { visitor } = await withPassword();
    expect(await arrive(visitor, "link")).toBe("/settings?error=provider_denied");
  });

  it("refuses another browser, another state and a missing one", async () => {
    atIssuer();
    const visitor = new WebVisitor(server.url);
    const back = await visit(visitor);
    expect(await locationOf(new WebVisitor(server.url), back)).toBe("/login?error=provider_expired");
    const other = new WebVisitor(server.url);
    await leave(other);
    expect(await locationOf(other, back)).toBe("/login?error=provider_failed");
    const without = new URL(back);
    without.searchParams.delete("state");
    expect(await locationOf(visitor, without.href)).toBe("/login?error=provider_failed");
    // What failed is over.
    expect(await locationOf(visitor, back)).toBe("/login?error=provider_expired");
  });

  it("takes a code once", async () => {
    const { account } = await member();
    issuer.person = account.sub;
    const visitor = new WebVisitor(server.url);
    const back = await visit(visitor);
    const jar = new Map(visitor.cookies());
    expect(await locationOf(visitor, back)).toBe("/auth/callback?done=1");
    const thief = new WebVisitor(server.url);
    for (const [name, value] of jar) thief.cookies().set(name, value);
    expect(await locationOf(thief, back)).toBe("/login?error=provider_failed");
    expect((await thief.call("GET", "/v2/auth/me")).status).toBe(401);
  });

  it("refuses a code that has expired", async () => {
    atIssuer();
    const visitor = new WebVisitor(server.url);
    const back = await visit(visitor);
    // The issuer is in this process, the product is not.
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 120_000);
    expect(await locationOf(visitor, back)).toBe("/login?error=provider_failed");
    clock.mockRestore();
  });

  it("refuses a code of another sign-in in place of its own", async () => {
    atIssuer();
    const [mine, theirs] = [new WebVisitor(server.url), new WebVisitor(server.url)];
    const back = new URL(await visit(mine));
    back.searchParams.set("code", new URL(await visit(theirs)).searchParams.get("code")!);
    expect(await locationOf(mine, back.href)).toBe("/login?error=provider_failed");
  });

  it("refuses the answer of another issuer", async () => {
    atIssuer();
    const visitor = new WebVisitor(server.url);
    const back = new URL(await visit(visitor));
    expect(back.searchParams.get("iss")).toBe(issuer.url);
    back.searchParams.set("iss", "https://evil.test");
    expect(await locationOf(visitor, back.href)).toBe("/login?error=provider_failed");
  });

  it.each<[string, Forgery]>([
    ["another issuer", { claims: { iss: "https://evil.test" } }],
    ["another audience", { claims: { aud: "another" } }],
    ["another nonce", { claims: { nonce: "replayed" } }],
    ["no nonce", {}],
    ["a time that is over", { claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }],
    ["a foreign key", { foreignKey: true }],
    ["no signature", { unsigned: true }],
    ["nobody", { claims: { sub: undefined } }],
  ])("refuses an ID token with %s", async (what, forgery) => {
    atIssuer();
    const visitor = new WebVisitor(server.url);
    const url = await leave(visitor);
    const nonce = new URL(url).searchParams.get("nonce");
    const back = await visitor.follow(url, isCallback);
    const claims = { ...(!what.includes("nonce") && { nonce }), ...forgery.claims };
    issuer.forgery = { ...forgery, claims };
    expect(await locationOf(visitor, back)).toBe("/login?error=provider_failed");
  });

  it("would take the same token unforged", async () => {
    atIssuer();
    const visitor = new WebVisitor(server.url);
    const url = await leave(visitor);
    const back = await visitor.follow(url, isCallback);
    issuer.forgery = { claims: { nonce: new URL(url).searchParams.get("nonce") } };
    expect(await locationOf(visitor, back)).toBe("/auth/callback");
  });

  it("asks with state, nonce and PKCE, and takes nothing posted", async () => {
    const visitor = new WebVisitor(server.url);
    const asked = new URL(await leave(visitor)).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"])
      expect(asked.get(name)?.length, name).toBeGreaterThan(20);
    const posted = await visitor.fetch(CALLBACK, {
      method: "POST",
      body: new URLSearchParams({ code: "x" }),
    });
    expect(posted.status).toBe(405);
    expect((await visitor.fetch("/api/auth/signin/oidc")).status).toBe(404);
    expect((await visitor.call("POST", "/v2/auth/providers/github", { purpose: "sign_in" })).body.code).toBe(
      "not_found",
    );
    expect((await visitor.call("POST", "/v2/auth/providers/none", { purpose: "sign_in" })).body.code).toBe(
      "not_found",
    );
    const foreign = await visitor.fetch("/api/v2/auth/providers/oidc", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://evil.test" },
      body: JSON.stringify({ purpose: "sign_in" }),
    });
    expect(foreign.status).toBe(403);
  });
});

describe("the screens", () => {
  it.each(["/login", "/signup"])("%s offers what is set up, and nothing else", async (path) => {
    const page = await (await new WebVisitor(server.url).fetch(path)).text();
    // What is shown, without the texts that the page's code brings.
    const buttons = [...page.matchAll(/aria-label="Continue with ([^"]+)"/g)].map(([, name]) => name);
    expect(buttons).toEqual(["Acme"]);
  });
});
