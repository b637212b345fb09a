import { once } from "node:events";
import http from "node:http";
import { exportJWK, generateKeyPair, type CryptoKey, SignJWT } from "jose";
import Provider from "oidc-provider";
import { freePort } from "../../bin/launcher/postgres.mjs";

/** An account at the issuer. */
export type IssuerAccount = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  preferred_username?: string;
};

/** How the next ID token is forged; each part replaces that of a good one. */
export type Forgery = {
  claims?: Record<string, unknown>;
  /** With another key than the issuer's. */
  foreignKey?: boolean;
  /** Without any signature. */
  unsigned?: boolean;
};

export type OidcIssuer = {
  url: string;
  clientId: string;
  clientSecret: string;
  accounts: Map<string, IssuerAccount>;
  /** Who is at the issuer's sign-in page. */
  person: string;
  /** Whether that person refuses. */
  denies: boolean;
  forgery: Forgery | null;
  /** Signs a token as this issuer. */
  sign: (claims: Record<string, unknown>) => Promise<string>;
  stop: () => Promise<void>;
};

const CLIENT_ID = "gum";
const CLIENT_SECRET = "a-secret-of-the-issuer-0123456789";

/** A real OpenID Connect issuer on loopback whose sign-in page answers by itself. */
export async function startIssuer(redirectUri: string): Promise<OidcIssuer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const own = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(own.privateKey)), kid: "own", alg: "RS256", use: "sig" };
  const signWith = (key: CryptoKey, claims: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own" }).sign(key);

  const provider = new Provider(url, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ["a key of the issuer's cookies"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: {
      AuthorizationCode: 60,
      AccessToken: 60,
      IdToken: 60,
      Grant: 60,
      Session: 60,
      Interaction: 60,
    },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => issuer.accounts.get(sub) }),
  });
  const serve = provider.callback();

  async function interact(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    if (issuer.denies) return provider.interactionFinished(request, response, { error: "access_denied" });
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === "login")
      return provider.interactionFinished(request, response, { login: { accountId: issuer.person } });
    const grant = new provider.Grant({ accountId: issuer.person, clientId: params.client_id! });
    grant.addOIDCScope(params.scope!);
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
  }

  async function forge(
    response: http.ServerResponse,
    { claims, foreignKey, unsigned }: Forgery,
  ): Promise<void> {
    const now = Math.floor(Date.now() / 1_000);
    const token = {
      iss: url,
      sub: issuer.person,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 60,
      ...issuer.accounts.get(issuer.person),
      ...claims,
    };
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
    const idToken = unsigned
      ? `${encode({ alg: "none" })}.${encode(token)}.`
      : await signWith(foreignKey ? foreign.privateKey : own.privateKey, token);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ access_token: "none", token_type: "Bearer", id_token: idToken }));
  }

  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", url);
    if (pathname.startsWith("/interaction/")) void interact(request, response);
    else if (pathname === "/token" && issuer.forgery) void forge(response, issuer.forgery);
    else serve(request, response);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer: OidcIssuer = {
    url,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    accounts: new Map(),
    person: "",
    denies: false,
    forgery: null,
    sign: (claims) => signWith(own.privateKey, claims),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return issuer;
}
