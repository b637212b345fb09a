import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { MeResponse } from "@/lib/auth/contract";
import type { LinkedProvider } from "@/lib/auth/provider-contract";
import { freePort } from "../../bin/launcher/postgres.mjs";
import { type IssuerAccount, type OidcIssuer, startIssuer } from "./oidc-issuer";
import { startServer, type TestServer } from "./server";
import { WebVisitor } from "./web-visitor";

export const CALLBACK = "/api/auth/callback/oidc";
export const PASSWORD = "a handful of words";
export const isCallback = (address: URL) => address.pathname === CALLBACK;

/** A server where people sign in at an issuer of its own. */
export async function startWithIssuer(env: Record<string, string> = {}) {
  const port = await freePort();
  const issuer = await startIssuer(`http://localhost:${port}${CALLBACK}`);
  const server = await startServer({
    port,
    env: {
      AUTH_OIDC_ISSUER: issuer.url,
      AUTH_OIDC_CLIENT_ID: issuer.clientId,
      AUTH_OIDC_CLIENT_SECRET: issuer.clientSecret,
      AUTH_OIDC_NAME: "Acme",
      AUTH_OIDC_TRUST_EMAIL: "1",
      ...env,
    },
  });
  return { server, issuer, people: providerPeople({ server, issuer }) };
}

export type ProviderPeople = ReturnType<typeof providerPeople>;

/** People of a server who sign in at an issuer, and those who do not. */
export function providerPeople({ server, issuer }: { server: TestServer; issuer: OidcIssuer }) {
  /** Somebody new at the issuer, who sits at its sign-in page from now on. */
  function atIssuer(account: Partial<IssuerAccount> = {}): IssuerAccount {
    const sub = `s_${randomBytes(5).toString("hex")}`;
    const known = { sub, email: `${sub}@acme.test`, email_verified: true, name: "Sam", ...account };
    issuer.accounts.set(known.sub, known);
    issuer.person = known.sub;
    return known;
  }

  async function leave(visitor: WebVisitor, purpose = "sign_in"): Promise<string> {
    const { status, body } = await visitor.call<{ url: string }>("POST", "/v2/auth/providers/oidc", {
      purpose,
    });
    if (status !== 200) throw new Error(`${status} ${body.code}`);
    return body.url;
  }

  /** There and back to the product; the address has the issuer's code. */
  const visit = async (visitor: WebVisitor, purpose?: string) =>
    visitor.follow(await leave(visitor, purpose), isCallback);

  /** The path that a visit ends at. */
  async function arrive(visitor: WebVisitor, purpose?: string): Promise<string> {
    const { pathname, search } = new URL(
      await visitor.follow(
        await visit(visitor, purpose),
        (at) => at.pathname === "/login" || at.pathname === "/settings",
      ),
    );
    return pathname + search;
  }

  async function signUp(visitor: WebVisitor, body: object = {}) {
    const username = `pr_${randomBytes(4).toString("hex")}`;
    return visitor.call<{ userId: string }>("POST", "/v2/auth/signup/provider", { username, ...body });
  }

  /** An account made with the issuer, signed in. */
  async function member(account: Partial<IssuerAccount> = {}) {
    const known = atIssuer(account);
    const visitor = new WebVisitor(server.url);
    expect(await arrive(visitor)).toBe("/auth/callback");
    const { status, body } = await signUp(visitor);
    expect(status).toBe(201);
    await onboard(body.userId);
    return { visitor, account: known, id: body.userId };
  }

  const onboard = (id: string) =>
    server.database.query(
      `UPDATE users SET email_verified_at = now(), consent_version = 'v1', consent_at = now(), profile_completed_at = now()
     WHERE id = $1`,
      [id],
    );

  /** An account with a password, signed in. */
  async function withPassword(email = `pw_${randomBytes(4).toString("hex")}@gum.test`) {
    const visitor = new WebVisitor(server.url);
    const username = `pw_${randomBytes(4).toString("hex")}`;
    const { body } = await visitor.call<{ userId: string }>("POST", "/v2/auth/signup", {
      email,
      username,
      password: PASSWORD,
    });
    await onboard(body.userId);
    return { visitor, email, id: body.userId };
  }

  const meOf = async (visitor: WebVisitor) =>
    (await visitor.call<MeResponse>("GET", "/v2/auth/me")).body.user;
  const linkedOf = async (visitor: WebVisitor) =>
    (await visitor.call<{ items: LinkedProvider[] }>("GET", "/v2/auth/providers")).body.items[0];
  return { atIssuer, leave, visit, arrive, signUp, member, withPassword, meOf, linkedOf };
}
