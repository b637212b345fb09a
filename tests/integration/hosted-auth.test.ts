import { beforeAll, describe, expect, it } from "vitest";
import { appCode, firstCode } from "../support/authenticator";
import {
  HOSTED_PASSWORD,
  hostedClient,
  hostedCode,
  hostedLink,
  hostedOf,
  hostedPerson,
  hostedToken,
} from "../support/hosted";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Signing in by an unmodified supabase-js. */

let server: SharedServer;
beforeAll(() => {
  server = sharedServer();
});

const NEW_PASSWORD = "another handful of words";

describe("an account", () => {
  it("signs up, in, out and in again, and sees its changes", async () => {
    const { client, id, email, username } = await hostedPerson(server);
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const again = await client.auth.signUp({
      email,
      password: HOSTED_PASSWORD,
      options: { data: { username: `${username}x` } },
    });
    expect(again.error).toMatchObject({ code: "user_already_exists", status: 422 });
    expect(again.error?.message).toBe("This email is already registered");

    const wrong = await client.auth.signInWithPassword({ email, password: "not these words" });
    expect(wrong.error).toMatchObject({ code: "invalid_credentials", status: 400 });
    const right = await client.auth.signInWithPassword({ email, password: HOSTED_PASSWORD });
    expect(right.data.user).toMatchObject({ id, email, user_metadata: { username, onboarded: true } });
    const { created_at, updated_at, last_sign_in_at } = right.data.user!;
    expect(Date.parse(last_sign_in_at!)).toBeGreaterThan(Date.parse(created_at));
    expect(Date.parse(updated_at!)).toBeGreaterThanOrEqual(Date.parse(created_at));
    expect(right.data.session?.expires_in).toBeGreaterThan(800);

    const first = right.data.session!.refresh_token;
    const refreshed = await client.auth.refreshSession();
    expect(refreshed.data.session?.refresh_token).not.toBe(first);
    expect((await client.auth.getUser()).data.user?.id).toBe(id);

    const updated = await client.auth.updateUser({ data: { display_name: "Somebody", bio: "Hello" } });
    expect(updated.data.user?.user_metadata).toMatchObject({ display_name: "Somebody", bio: "Hello" });
    const weak = await client.auth.updateUser({ password: "password123" });
    expect(weak.error).toMatchObject({ code: "weak_password", reasons: ["password_too_common"] });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await client.auth.getClaims()).data?.claims).toMatchObject({
      session_id: expect.any(String),
      email,
      app_metadata: { provider: "email" },
      is_anonymous: false,
    });

    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.signInWithPassword({ email, password: HOSTED_PASSWORD })).error?.code).toBe(
      "invalid_credentials",
    );
    expect((await client.auth.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
    expect(events).toEqual(
      expect.arrayContaining(["SIGNED_IN", "TOKEN_REFRESHED", "USER_UPDATED", "SIGNED_OUT"]),
    );
  });

  it("needs a username, which nobody else has, and a password that is not weak", async () => {
    const { username } = await hostedPerson(server);
    const client = await hostedClient(server);
    const signUp = (email: string, password: string, data: object) =>
      client.auth.signUp({ email, password, options: { data } });
    expect((await signUp("x@gum.test", HOSTED_PASSWORD, {})).error?.code).toBe("validation_failed");
    expect((await signUp("x@gum.test", HOSTED_PASSWORD, { username })).error?.code).toBe("username_taken");
    expect((await signUp("x@gum.test", "short", { username: "free_name" })).error?.code).toBe(
      "weak_password",
    );
  });

  it("ends its sessions by scope", async () => {
    const { client, email } = await hostedPerson(server);
    const others = await Promise.all([hostedClient(server), hostedClient(server)]);
    for (const other of others) await other.auth.signInWithPassword({ email, password: HOSTED_PASSWORD });
    const isIn = async (each: typeof client) => (await each.auth.getUser()).data.user !== null;
    await others[0]!.auth.signOut({ scope: "local" });
    expect([await isIn(client), await isIn(others[1]!)]).toEqual([true, true]);
    await client.auth.signOut({ scope: "others" });
    expect([await isIn(client), await isIn(others[1]!)]).toEqual([true, false]);
    const { data } = await client.auth.getSession();
    await client.auth.signOut({ scope: "global" });
    // What somebody kept of it is worth nothing, and the client is told that the session has ended.
    expect((await client.auth.getUser(data.session!.access_token)).error?.name).toBe(
      "AuthSessionMissingError",
    );
    expect((await client.auth.setSession(data.session!)).error).not.toBeNull();
  });
});

describe("mailed codes", () => {
  it("confirm an address and sign in", async () => {
    const { client, email, id } = await hostedPerson(server, { onboarded: false });
    const code = await hostedCode(server, email);
    const bad = await client.auth.verifyOtp({
      email,
      token: code === "000000" ? "1" : "000000",
      type: "signup",
    });
    expect(bad.error).toMatchObject({ code: "otp_expired", status: 403 });
    const verified = await client.auth.verifyOtp({ email, token: code, type: "signup" });
    // Confirming an address does not sign in.
    expect(verified).toMatchObject({ error: null, data: { session: null, user: null } });
    expect((await client.auth.resend({ type: "signup", email })).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email_confirmed_at).toEqual(expect.any(String));

    const visitor = await hostedClient(server);
    const since = Date.now();
    expect((await visitor.auth.signInWithOtp({ email })).error).toBeNull();
    const token = await hostedCode(server, email, { after: since });
    const signedIn = await visitor.auth.verifyOtp({ email, token, type: "email" });
    expect(signedIn.data.user?.id).toBe(id);
    // An address that nobody has gets the same answer.
    expect((await visitor.auth.signInWithOtp({ email: "nobody@gum.test" })).error).toBeNull();
  });

  it("set a new password, which is all that the session of a recovery can do", async () => {
    const { client, email, id } = await hostedPerson(server);
    const visitor = await hostedClient(server);
    const events: string[] = [];
    visitor.auth.onAuthStateChange((event) => void events.push(event));
    const since = Date.now();
    expect((await visitor.auth.resetPasswordForEmail(email)).error).toBeNull();
    const token = await hostedCode(server, email, { after: since });
    const { data } = await visitor.auth.verifyOtp({ email, token, type: "recovery" });
    expect(data.session?.user).toMatchObject({ id });
    expect(JSON.stringify(data.user)).not.toContain(email);
    expect(events).toContain("PASSWORD_RECOVERY");
    expect((await visitor.auth.updateUser({ email: "thief@gum.test" })).error?.code).toBe("no_authorization");
    expect((await visitor.auth.reauthenticate()).error?.code).toBe("no_authorization");
    expect((await fetch(`${server.url}/api/v2/users/me`, bearer(data.session!.access_token))).status).toBe(
      401,
    );
    expect((await visitor.auth.updateUser({ password: "short" })).error?.code).toBe("weak_password");
    expect((await visitor.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await visitor.auth.updateUser({ password: HOSTED_PASSWORD })).error).not.toBeNull();
    // It ended every session.
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await visitor.auth.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  });

  it("change an address", async () => {
    const { client, id } = await hostedPerson(server);
    const email = `new-${id}@gum.test`;
    expect((await client.auth.updateUser({ email })).error).toBeNull();
    expect((await client.auth.getUser()).data.user?.email).not.toBe(email);
    const digits = await hostedCode(server, email);
    const visitor = await hostedClient(server);
    // The client sends no session with it, so that it takes the token of the mailed link.
    expect((await visitor.auth.verifyOtp({ email, token: digits, type: "email_change" })).error?.code).toBe(
      "no_authorization",
    );
    const token_hash = await hostedToken(server, email);
    expect((await client.auth.verifyOtp({ token_hash, type: "email_change" })).error).toBeNull();
    await client.auth.signInWithPassword({ email, password: HOSTED_PASSWORD });
    expect((await client.auth.getUser()).data.user).toMatchObject({ id, email });
  });
});

const bearer = (token: string, headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...headers },
});

describe("links of mails that a client with PKCE asked for", () => {
  const redirectTo = "http://localhost:5173/back?kept=1";
  const codeOf = async (link: string) => {
    const location = new URL((await fetch(link, { redirect: "manual" })).headers.get("location")!);
    expect(location.origin + location.pathname).toBe("http://localhost:5173/back");
    expect(location.searchParams.get("kept")).toBe("1");
    return location.searchParams.get("code")!;
  };

  it("lead back to the client, which redeems the code once, with its own verifier", async () => {
    const { email, id } = await hostedPerson(server);
    const [client, other] = await Promise.all([hostedClient(server, "pkce"), hostedClient(server, "pkce")]);
    const since = Date.now();
    const asked = await client.auth.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } });
    expect(asked.error).toBeNull();
    const link = await hostedLink(server, email, { after: since });
    // Whatever opens it first, such as a scanner of mail, uses nothing up.
    await codeOf(link);
    const code = await codeOf(`${link}&utm_source=mail&utm_medium=email`);
    expect((await other.auth.exchangeCodeForSession(code)).error?.code).toBe("pkce_code_verifier_not_found");
    await other.auth.signInWithOtp({ email: "nobody@gum.test" });
    expect((await other.auth.exchangeCodeForSession(code)).error?.code).toBe("bad_code_verifier");
    const { data } = await client.auth.exchangeCodeForSession(code);
    expect(data.user?.id).toBe(id);
    expect((await client.auth.getUser()).data.user?.email).toBe(email);
    await client.auth.signInWithOtp({ email: "nobody@gum.test" });
    expect((await client.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    expect((await fetch(`${link}x`, { redirect: "manual" })).status).toBe(403);
  });

  it("set a new password", async () => {
    const { email } = await hostedPerson(server);
    const client = await hostedClient(server, "pkce");
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));
    const since = Date.now();
    expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
    const code = await codeOf(await hostedLink(server, email, { after: since }));
    expect((await client.auth.exchangeCodeForSession(code)).data).toMatchObject({
      redirectType: "recovery",
    });
    expect(events).toContain("PASSWORD_RECOVERY");
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect((await client.auth.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  });

  it("lead to no other place", async () => {
    const { email } = await hostedPerson(server);
    const client = await hostedClient(server, "pkce");
    for (const emailRedirectTo of [
      "https://evil.test/",
      "http://localhost@evil.test/",
      "javascript:alert(1)",
    ])
      expect((await client.auth.signInWithOtp({ email, options: { emailRedirectTo } })).error?.code).toBe(
        "redirect_not_allowed",
      );
  });
});

describe("the second factor", () => {
  it("is enrolled, asked for, and removed", async () => {
    const { client, email, id } = await hostedPerson(server);
    const enrolled = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    const factor = enrolled.data!;
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg /);
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      totp: [],
      all: [{ id: factor.id, status: "unverified", friendly_name: "Phone" }],
    });
    const before = (await client.auth.getSession()).data.session!;
    const used = await firstCode(factor.totp.secret);
    const confirmed = await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: used });
    expect(confirmed.error).toBeNull();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
    });
    const visitor = await hostedClient(server);
    expect((await visitor.auth.getUser(before.access_token)).error).not.toBeNull();
    const { data: codes } = await client.auth.mfa.recoveryCodes.regenerate();
    expect(codes?.codes).toHaveLength(10);

    const half = await visitor.auth.signInWithPassword({ email, password: HOSTED_PASSWORD });
    expect(half.data.user?.id).toBe(id);
    expect((await visitor.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal2",
    });
    // Until then it opens nothing, and cannot be renewed.
    expect(JSON.stringify((await visitor.auth.getUser()).data)).not.toContain(email);
    expect((await visitor.auth.updateUser({ password: NEW_PASSWORD })).error?.code).toBe("no_authorization");
    expect((await visitor.auth.mfa.unenroll({ factorId: factor.id })).error?.code).toBe("no_authorization");
    expect(
      (await fetch(`${server.url}/api/v2/users/me`, bearer(half.data.session!.access_token))).status,
    ).toBe(401);
    const [listed] = (await visitor.auth.mfa.listFactors()).data!.totp;
    const challenge = await visitor.auth.mfa.challenge({ factorId: listed!.id });
    const verify = (given: string) =>
      visitor.auth.mfa.verify({ factorId: listed!.id, challengeId: challenge.data!.id, code: given });
    expect((await verify("000000")).error).toMatchObject({ code: "mfa_verification_failed", status: 422 });
    expect((await verify(used)).error?.code).toBe("mfa_verification_failed");
    expect((await verify(appCode(factor.totp.secret))).error).toBeNull();
    expect((await visitor.auth.getUser()).data.user?.email).toBe(email);
    expect((await visitor.auth.mfa.unenroll({ factorId: factor.id })).data?.id).toBe(factor.id);
    expect((await visitor.auth.mfa.listFactors()).data?.all).toEqual([]);

    const third = await hostedClient(server);
    await third.auth.signInWithPassword({ email, password: HOSTED_PASSWORD });
    expect((await third.auth.refreshSession()).error).toBeNull();
  });
});

describe("the gateway", () => {
  const ask = async (path: string, headers: Record<string, string>, body?: object) => {
    const { url } = await hostedOf(server);
    const response = await fetch(`${url}/auth/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    return { response, body: (await response.json()) as Record<string, unknown> };
  };

  it("lets pages of other origins in with the key, and never by a cookie", async () => {
    const { url, publicKey } = await hostedOf(server);
    const preflight = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: "OPTIONS",
      headers: { origin: "https://elsewhere.test", "access-control-request-headers": "apikey" },
    });
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    expect(preflight.headers.get("access-control-allow-headers")).toContain("apikey");

    const origin = { origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
    const { email } = await hostedPerson(server);
    const login = { email, password: HOSTED_PASSWORD };
    const grant = "/token?grant_type=password";
    expect((await ask(grant, { ...origin, apikey: publicKey }, login)).response.status).toBe(200);
    expect((await ask(grant, origin, login)).body).toMatchObject({ code: "no_authorization" });
    expect((await ask("/settings", { apikey: `${publicKey}x` })).response.status).toBe(401);

    const own = await fetch(`${server.url}/api/v2/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-client-info": "gum-web" },
      body: JSON.stringify(login),
    });
    const cookie = own.headers
      .getSetCookie()
      .map((each) => each.split(";")[0])
      .join("; ");
    expect((await ask("/user", { apikey: publicKey, cookie })).body).toMatchObject({
      code: "no_authorization",
    });
    const signedIn = await ask(grant, { apikey: publicKey, "x-client-info": "gum-web" }, login);
    expect(signedIn.response.headers.getSetCookie()).toEqual([]);
    expect(signedIn.body.access_token).toEqual(expect.any(String));
  });

  it("refuses forged, unsigned and foreign tokens", async () => {
    const { publicKey: apikey } = await hostedOf(server);
    const { client, id } = await hostedPerson(server);
    const { access_token: token } = (await client.auth.getSession()).data.session!;
    const [header, payload, signature] = token.split(".") as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as object;
    const forged = [
      `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
      `${encode({ alg: "none" })}.${payload}.${signature}`,
      `${header}.${encode({ ...claims, sub: id, exp: 9_999_999_999 })}.${signature}`,
      `${header}.${payload}.${Buffer.alloc(32).toString("base64url")}`,
      `${encode({ alg: "HS512" })}.${payload}.${signature}`,
      "gum_pat_nothing",
      "null",
    ];
    for (const each of forged) {
      const { response, body } = await ask("/user", { apikey, authorization: `Bearer ${each}` });
      expect([response.status, body.code], each).toEqual([403, "bad_jwt"]);
    }
    expect((await ask("/user", { apikey, authorization: `Basic ${token}` })).response.status).toBe(403);
    expect((await ask("/user", { apikey, authorization: `Bearer ${apikey}` })).body.code).toBe(
      "no_authorization",
    );
    expect((await ask("/user", { apikey, authorization: `Bearer ${token}` })).response.status).toBe(200);
  });

  it("answers what it does not have, and what is no body, as an error of its own", async () => {
    const { publicKey: apikey } = await hostedOf(server);
    const unknown = await ask("/token?grant_type=client_credentials", { apikey }, {});
    expect(unknown.body).toMatchObject({ code: "unsupported_grant_type", msg: expect.any(String) });
    const pkce = await ask(
      "/token?grant_type=pkce",
      { apikey },
      { auth_code: "x", code_verifier: "y".repeat(43) },
    );
    expect(pkce.body).toMatchObject({ code: "flow_state_not_found", msg: expect.any(String) });
    const token = await ask("/token?grant_type=id_token", { apikey }, { provider: "google", id_token: "x" });
    expect(token.body).toMatchObject({ code: "provider_disabled" });
    const wallet = { chain: "ethereum", message: "x", signature: "x" };
    expect((await ask("/token?grant_type=web3", { apikey }, wallet)).body).toMatchObject({
      code: "web3_provider_disabled",
    });
    expect((await ask("/authorize?provider=oidc", {})).body).toMatchObject({ code: "redirect_not_allowed" });
    const challenge = `code_challenge=${"c".repeat(43)}&code_challenge_method=s256`;
    expect((await ask(`/authorize?provider=oidc&${challenge}`, {})).response.status).toBe(404);
    for (const path of ["apps/x/run", "settings", "apps/x/run/?y#z"]) {
      const to = encodeURIComponent(`${server.url}/${path}`);
      const { body } = await ask(`/authorize?provider=oidc&${challenge}&redirect_to=${to}`, {});
      expect(body, path).toMatchObject({ code: "redirect_not_allowed" });
    }
    expect((await ask("/token", { apikey }, {})).body).toMatchObject({ code: "validation_failed" });
    expect(
      (await ask("/token?grant_type=refresh_token", { apikey }, { refresh_token: "x" })).body,
    ).toMatchObject({
      code: "refresh_token_not_found",
    });
    expect((await ask("/settings", { apikey })).body).toMatchObject({ external: { email: true } });
    expect((await ask("/health", { apikey })).response.status).toBe(200);
    expect((await ask("/.well-known/jwks.json", { apikey })).body).toEqual({ keys: [] });
  });
});
