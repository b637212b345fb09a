import { createHash, randomBytes } from "node:crypto";
import type { Provider, SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appCode, firstCode } from "../support/authenticator";
import { hostedClient, hostedOf, hostedPerson } from "../support/hosted";
import type { IssuerAccount, OidcIssuer } from "../support/oidc-issuer";
import { type ProviderPeople, startWithIssuer } from "../support/provider-people";
import type { TestServer } from "../support/server";
import { WebVisitor } from "../support/web-visitor";

/** An unmodified supabase-js that signs in through a provider of the instance, and who cheats on the way. */

const BACK = "https://client.test/back";
const OIDC = "oidc" as Provider;

let server: TestServer;
let issuer: OidcIssuer;
let people: ProviderPeople;

beforeAll(async () => {
  ({ server, issuer, people } = await startWithIssuer({
    AUTH_REDIRECT_URLS: `https://client.test ${BACK} app.example://done`,
    RATE_LIMIT_SCALE: "100",
  }));
});
afterAll(async () => {
  await server?.dispose();
  await issuer?.stop();
});
beforeEach(() => Object.assign(issuer, { denies: false, forgery: null }));

const isBack = (address: URL) => address.hostname === "client.test";

async function leave(client: SupabaseClient, redirectTo = `${BACK}?state=kept`): Promise<string> {
  const { data } = await client.auth.signInWithOAuth({
    provider: OIDC,
    options: { redirectTo, skipBrowserRedirect: true },
  });
  return data.url!;
}

/** Where the browser of `visitor` ends. */
const visit = async (client: SupabaseClient, visitor = new WebVisitor(server.url)) =>
  new URL(await visitor.follow(await leave(client), isBack));

describe("signInWithOAuth", () => {
  it("leads back with a code, which the client redeems once", async () => {
    const { account, id } = await people.member();
    const client = await hostedClient(server, "pkce");
    const back = await visit(client);
    expect(back.searchParams.get("state")).toBe("kept");
    const code = back.searchParams.get("code")!;
    const { data } = await client.auth.exchangeCodeForSession(code);
    expect(data.user).toMatchObject({ id, email: account.email });
    const { data: listed } = await client.auth.getUserIdentities();
    expect(listed?.identities.map(({ provider }) => provider)).toEqual(["email", "oidc"]);
    expect((await client.auth.refreshSession()).error).toBeNull();
    const sessions = await server.database.query(
      "SELECT kind, opened_by FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1",
      [id],
    );
    expect(sessions).toEqual([{ kind: "api", opened_by: "oidc" }]);

    const { url, publicKey } = await hostedOf(server);
    const redeem = async (body: object) =>
      (
        (await (
          await fetch(`${url}/auth/v1/token?grant_type=pkce`, {
            method: "POST",
            headers: { apikey: publicKey, "content-type": "application/json" },
            body: JSON.stringify(body),
          })
        ).json()) as { code: string }
      ).code;
    const verifier = randomBytes(32).toString("base64url");
    const challenge = createHash("sha256").update(verifier).digest("base64url");
    const own = new URL(await leave(client));
    own.searchParams.set("code_challenge", challenge);
    const mine = new URL(await new WebVisitor(server.url).follow(own.href, isBack)).searchParams.get("code")!;
    const redeemed = { auth_code: mine, code_verifier: verifier };
    expect(await redeem({ ...redeemed, code_verifier: "x".repeat(43) })).toBe("bad_code_verifier");
    expect(await redeem({ ...redeemed, code_verifier: challenge })).toBe("bad_code_verifier");
    const all = await Promise.all([redeem(redeemed), redeem(redeemed), redeem(redeemed)]);
    expect(all.filter((refused) => refused === undefined)).toHaveLength(1);
    expect(await redeem(redeemed)).toBe("flow_state_not_found");
    expect(await redeem({ ...redeemed, auth_code: `${mine.slice(0, -4)}AAAA` })).toBe("flow_state_not_found");
  });

  it("leads back with the session in the fragment for a client without PKCE", async () => {
    const { id } = await people.member();
    const client = await hostedClient(server);
    const back = await visit(client);
    expect(back.searchParams.has("code")).toBe(false);
    const session = new URLSearchParams(back.hash.slice(1));
    const { data } = await client.auth.setSession({
      access_token: session.get("access_token")!,
      refresh_token: session.get("refresh_token")!,
    });
    expect(data.user?.id).toBe(id);
  });

  it("lets a newcomer choose a username on the way", async () => {
    const account = people.atIssuer();
    const client = await hostedClient(server, "pkce");
    const visitor = new WebVisitor(server.url);
    const stop = new URL(await visitor.follow(await leave(client), isBack));
    expect(stop.pathname).toBe("/auth/callback");
    expect(await (await visitor.fetch("/auth/callback")).text()).toContain("Choose your username");
    const { status, body } = await people.signUp(visitor);
    expect(status).toBe(201);
    const back = new URL((body as { continueTo?: string }).continueTo!);
    const { data } = await client.auth.exchangeCodeForSession(back.searchParams.get("code")!);
    expect(data.user).toMatchObject({ email: account.email, user_metadata: { onboarded: false } });
  });

  it("says what went wrong, at the client", async () => {
    people.atIssuer();
    issuer.denies = true;
    const refused = await visit(await hostedClient(server, "pkce"));
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      state: "kept",
      error: "access_denied",
      error_code: "provider_denied",
    });
    expect((await visit(await hostedClient(server))).hash).toContain("error_code=provider_denied");
    issuer.denies = false;
    const { email } = await people.withPassword();
    people.atIssuer({ email });
    expect((await visit(await hostedClient(server, "pkce"))).searchParams.get("error_code")).toBe(
      "email_taken",
    );
  });

  it("waits for the second factor", async () => {
    const { account, visitor } = await people.member();
    const { body: enrolment } = await visitor.call<{ secret: string }>("POST", "/v2/auth/factors");
    await visitor.call("POST", "/v2/auth/factors/confirm", { code: await firstCode(enrolment.secret) });
    issuer.person = account.sub;
    const client = await hostedClient(server, "pkce");
    const code = (await visit(client)).searchParams.get("code")!;
    await client.auth.exchangeCodeForSession(code);
    expect(JSON.stringify((await client.auth.getUser()).data)).not.toContain(account.email);
    const [factor] = (await client.auth.mfa.listFactors()).data!.totp;
    const verified = await client.auth.mfa.challengeAndVerify({
      factorId: factor!.id,
      code: appCode(enrolment.secret, 0),
    });
    expect(verified.error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).toBe(account.email);
  });

  it("is void once the password has changed", async () => {
    const { visitor, email } = await people.withPassword();
    const { sub } = people.atIssuer();
    await people.arrive(visitor, "link");
    issuer.person = sub;
    const client = await hostedClient(server, "pkce");
    const code = (await visit(client)).searchParams.get("code")!;
    await server.database.query("UPDATE users SET password_hash = 'x' WHERE email = $1", [email]);
    expect((await client.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_jwt");
  });

  it.each([
    "https://evil.test/",
    "https://client.test@evil.test/",
    "https://client.test%40evil.test/",
    "https://client.test.evil.test/",
    "https:\\\\evil.test",
    "https://evil.test\\@client.test",
    "//client.test/",
    "javascript:alert(1)//https://client.test",
    "data:text/html,https://client.test",
    "http://client.test/",
    "app.example://other",
  ])("does not lead to %s", async (redirectTo) => {
    const response = await fetch(await leave(await hostedClient(server, "pkce"), redirectTo), {
      redirect: "manual",
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "redirect_not_allowed" });
  });
});

describe("linking", () => {
  it("links a provider when the client redeems the code, and unlinks it", async () => {
    const { client: first, email, id } = await hostedPerson(server);
    const client = await hostedClient(server, "pkce");
    await client.auth.setSession((await first.auth.getSession()).data.session!);
    const account = people.atIssuer();
    const link = async () =>
      (
        await client.auth.linkIdentity({
          provider: OIDC,
          options: { redirectTo: BACK, skipBrowserRedirect: true },
        })
      ).data.url!;
    const back = new URL(await new WebVisitor(server.url).follow(await link(), isBack));
    const linked = () => server.database.query("SELECT subject FROM identities WHERE user_id = $1", [id]);
    // The browser that followed the link decides nothing.
    expect(await linked()).toEqual([]);
    expect((await client.auth.exchangeCodeForSession(back.searchParams.get("code")!)).error).toBeNull();
    expect(await linked()).toEqual([{ subject: account.sub }]);
    const { data } = await client.auth.getUserIdentities();
    const identity = data!.identities.find(({ provider }) => provider === "oidc")!;
    expect((await client.auth.unlinkIdentity(data!.identities[0]!)).error?.code).toBe("identity_not_found");
    expect((await client.auth.unlinkIdentity(identity)).error).toBeNull();
    expect(await linked()).toEqual([]);

    await server.database.query("UPDATE sessions SET reauthenticated_at = now() - interval '1 hour'");
    const { error } = await client.auth.linkIdentity({ provider: OIDC, options: { redirectTo: BACK } });
    expect(error?.code).toBe("reauthentication_needed");
    const { url } = await hostedOf(server);
    const forged = `${url}/auth/v1/authorize?provider=oidc&link=x&code_challenge=${"x".repeat(43)}`;
    expect((await fetch(forged, { redirect: "manual" })).status).toBe(400);
    expect(email).toBeTruthy();
  });
});

describe("signInWithIdToken", () => {
  const now = () => Math.floor(Date.now() / 1_000);
  const claimsOf = ({ sub, email, email_verified }: IssuerAccount) => ({
    iss: issuer.url,
    aud: issuer.clientId,
    sub,
    email,
    email_verified,
    iat: now(),
    exp: now() + 60,
  });
  const signIn = async (claims: object, nonce?: string, client?: SupabaseClient) => {
    const token = await issuer.sign({ ...claims });
    return (client ?? (await hostedClient(server))).auth.signInWithIdToken({
      provider: OIDC,
      token,
      ...(nonce && { nonce }),
    });
  };

  it("signs in, once a token", async () => {
    const { account, id } = await people.member();
    const nonce = "a nonce of the client";
    const hashed = createHash("sha256").update(nonce).digest("hex");
    const token = await issuer.sign({ ...claimsOf(account), nonce: hashed });
    const client = await hostedClient(server);
    const { data } = await client.auth.signInWithIdToken({ provider: OIDC, token, nonce });
    expect(data.user?.id).toBe(id);
    expect((await client.auth.signInWithIdToken({ provider: OIDC, token, nonce })).error?.code).toBe(
      "bad_id_token",
    );
  });

  it("takes a token that the instance's app on a phone has asked for", async () => {
    const { account, id } = await people.member();
    const { data } = await signIn({ ...claimsOf(account), azp: "the-app-on-a-phone" });
    expect(data.user?.id).toBe(id);
  });

  it("gives a newcomer an account once they choose a username", async () => {
    const account = people.atIssuer();
    const client = await hostedClient(server);
    const { data } = await signIn(claimsOf(account), undefined, client);
    expect(data.user).toMatchObject({
      email: account.email,
      user_metadata: { onboarded: false, username: "" },
    });
    const { access_token } = data.session!;
    const me = await fetch(`${server.url}/api/v2/users/me`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(me.status).toBe(401);
    expect((await client.auth.updateUser({ password: "a handful of words" })).error?.code).toBe(
      "validation_failed",
    );
    const username = `id_${randomBytes(4).toString("hex")}`;
    const made = await client.auth.updateUser({ data: { username, display_name: "Sam" } });
    expect(made.data.user).toMatchObject({ id: data.user!.id, email: account.email });
    const renewed = await client.auth.refreshSession();
    expect(renewed.data.user?.user_metadata).toMatchObject({ username, display_name: "Sam" });
    expect((await client.auth.getUser()).data.user?.id).toBe(data.user!.id);
    // The token of the newcomer is used up.
    const thief = await hostedClient(server);
    expect((await thief.auth.refreshSession({ refresh_token: access_token })).error?.code).toBe(
      "refresh_token_not_found",
    );
  });

  it("does not enter an account with the same address", async () => {
    const { email } = await people.withPassword();
    expect((await signIn(claimsOf(people.atIssuer({ email })))).error?.code).toBe("user_already_exists");
  });

  it("links the identity with the account that is signed in", async () => {
    const { client, id } = await hostedPerson(server);
    const account = people.atIssuer();
    const linkWith = async (claims: object) =>
      client.auth.linkIdentity({ provider: OIDC, token: await issuer.sign({ ...claims }) });
    expect((await linkWith(claimsOf(account))).data.user?.id).toBe(id);
    expect((await signIn({ ...claimsOf(account), jti: "2" })).data.user?.id).toBe(id);
    const { account: taken } = await people.member();
    expect((await linkWith(claimsOf(taken))).error?.code).toBe("identity_already_exists");
  });

  it.each<[string, () => object]>([
    ["another issuer", () => ({ iss: "https://evil.test" })],
    ["another audience", () => ({ aud: "another" })],
    ["another party", () => ({ aud: [issuer.clientId, "another"], azp: "another" })],
    ["several audiences and no party", () => ({ aud: [issuer.clientId, "another"] })],
    ["a time that is over", () => ({ exp: now() - 30 })],
    ["no end", () => ({ exp: undefined })],
    ["a time to come", () => ({ iat: now() + 300 })],
    ["a start to come", () => ({ nbf: now() + 300 })],
    ["nobody", () => ({ sub: undefined })],
    ["a nonce that was not sent", () => ({ nonce: "x" })],
  ])("refuses a token with %s", async (_, changes) => {
    const { account } = await people.member();
    expect((await signIn({ ...claimsOf(account), ...changes() })).error?.code).toBe("bad_id_token");
  });

  it("refuses a nonce that the token does not have, unsigned and forged tokens", async () => {
    const { account } = await people.member();
    expect((await signIn(claimsOf(account), "a nonce")).error?.code).toBe("bad_id_token");
    const [header, payload, signature] = (await issuer.sign(claimsOf(account))).split(".") as [
      string,
      string,
      string,
    ];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const other = encode({ ...claimsOf(account), sub: "other" });
    const client = await hostedClient(server);
    for (const token of [
      `${encode({ alg: "none" })}.${payload}.`,
      `${encode({ alg: "HS256", kid: "own" })}.${payload}.${signature}`,
      `${header}.${other}.${signature}`,
      `${header}.${payload}.${Buffer.alloc(256).toString("base64url")}`,
      "x",
      "a.b.c",
    ])
      expect((await client.auth.signInWithIdToken({ provider: OIDC, token })).error?.code, token).toBe(
        "bad_id_token",
      );
    expect((await client.auth.signInWithIdToken({ provider: "google", token: "x" })).error?.code).toBe(
      "provider_disabled",
    );
  });
});
