import "server-only";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type NextAuthOptions } from "next-auth";
import type { NextRequest } from "next/server";
import { serverEnv } from "@/lib/config/env.server";
import { clientAddress } from "@/lib/http/client-address";
import { logger } from "@/lib/infra/logger";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { AppError, type ErrorCode } from "@/lib/shared/errors";
import { readDeviceCookie } from "./device-cookie.server";
import { readClaims } from "./provider-claims";
import { providerFor } from "./provider-config.server";
import type { ProviderPurpose } from "./provider-contract";
import { clearedFlowCookie, flowCookie, type ProviderFlow, readFlow } from "./provider-flow.server";
import { finishProvider, type ProviderOutcome } from "./provider-service";
import type { ProviderId } from "./providers";
import { nextAuthCookies } from "./session-cookie.server";
import { signOutSession } from "./session-service";
import { mailLanguage, signInResponse } from "./sign-in-response.server";
import { findPageViewer, type Viewer } from "./viewer.server";

/**
 * A visit of a provider: there and back. next-auth speaks the protocol (state, PKCE, nonce, the signature of ID tokens);
 * lib/auth/provider-service.ts decides what comes of it.
 *
 * Trust model. Outside: any page that sends a browser to the return address, with a code of its own. It counts only in the
 * browser that left for that provider, within PROVIDER_FLOW_SECONDS, once.
 */
type Provider = NonNullable<Awaited<ReturnType<typeof providerFor>>>;
type Returned = { outcome?: ProviderOutcome; error?: AppError };

/** Asks for a fresh sign-in there, as far as the provider can be asked. */
const PROMPT: Partial<Record<ProviderId, Record<string, string>>> = {
  oidc: { prompt: "login", max_age: "0" },
  google: { prompt: "select_account" },
};

function optionsFor(provider: Provider, finish?: (profile: unknown) => Promise<string>): NextAuthOptions {
  const warn = (code: string, meta: unknown) => {
    const error = meta instanceof Error ? meta : (meta as { error?: unknown } | undefined)?.error;
    logger().warn({ provider: provider.id, code, err: error }, "a provider was not understood");
  };
  return {
    secret: serverEnv().NEXTAUTH_SECRET,
    session: { strategy: "jwt" },
    cookies: nextAuthCookies(),
    pages: { signIn: "/login", error: "/login" },
    providers: [provider],
    logger: { error: warn, warn: () => {}, debug: () => {} },
    callbacks: {
      signIn: ({ profile }) => (finish ? finish(profile) : false),
      redirect: ({ baseUrl }) => baseUrl,
    },
  };
}

/** Calls next-auth as if a browser with these cookies did. */
async function callDirectly(
  { method, path, query = {}, body, jar }: DirectCall,
  options: NextAuthOptions,
): Promise<{ body: Record<string, string>; cookies: string[] }> {
  process.env.NEXTAUTH_URL = serverEnv().APP_URL;
  let setCookies: string[] = [];
  let sent: Record<string, string> = {};
  const response = {
    status: () => response,
    getHeader: () => setCookies,
    setHeader: (name: string, value: string | string[]) => {
      if (name.toLowerCase() === "set-cookie") setCookies = [value].flat();
      return response;
    },
    json: (value: Record<string, string>) => (sent = value),
    send: (value: Record<string, string>) => (sent = value),
    end: () => {},
  };
  const request = { method, query: { ...query, nextauth: path }, body, cookies: jar, headers: {} };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return { body: sent, cookies: setCookies };
}

type DirectCall = {
  method: string;
  path: string[];
  query?: Record<string, string>;
  body?: Record<string, string>;
  jar: Record<string, string>;
};

/**
 * Begins a visit.
 * @returns where the browser goes, and the cookies that it needs on its way back
 * @throws AppError not_found if the provider is not set up, rate_limited, unauthenticated, provider_unreachable
 */
export async function startVisit({
  id,
  purpose,
  viewer,
  address,
}: {
  id: ProviderId;
  purpose: ProviderPurpose;
  viewer: Viewer | null;
  address: string;
}): Promise<{ url: string; cookies: string[] }> {
  await consumeLimit("providers", address);
  const provider = await providerFor(id);
  if (!provider) throw new AppError("not_found");
  if (purpose !== "sign_in" && viewer?.via !== "cookie") throw new AppError("unauthenticated");
  const options = optionsFor(provider);
  const csrf = await callDirectly({ method: "GET", path: ["csrf"], jar: {} }, options);
  const jar = Object.fromEntries(
    csrf.cookies.map((cookie) => {
      const [name = "", value = ""] = cookie.split(";", 1)[0]!.split(/=(.*)/s);
      return [name, decodeURIComponent(value)];
    }),
  );
  const left = await callDirectly(
    {
      method: "POST",
      path: ["signin", id],
      query: purpose === "reauthenticate" ? PROMPT[id] : undefined,
      body: { csrfToken: csrf.body.csrfToken ?? "", callbackUrl: "/", json: "true" },
      jar,
    },
    options,
  );
  const url = left.body.url ?? "";
  // next-auth leads to its own error page if the provider does not answer.
  if (!URL.canParse(url) || new URL(url).origin === new URL(serverEnv().APP_URL).origin)
    throw new AppError("provider_unreachable");
  const flow: ProviderFlow = {
    step: "away",
    provider: id,
    purpose,
    ...(purpose !== "sign_in" && viewer && { userId: viewer.id, sessionId: viewer.sessionId }),
  };
  return { url, cookies: [...left.cookies, flowCookie(flow)] };
}

/** A redirect within the product. */
function leadTo(path: string, setCookies: string[]): Response {
  const headers = new Headers({ location: `${serverEnv().APP_URL}${path}`, "cache-control": "no-store" });
  for (const cookie of setCookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** Takes a form that a provider makes the browser post to the same address as a link: only then it sends our cookies. */
export function repeatAsLink(request: NextRequest, form: URLSearchParams): Response {
  const kept = new URLSearchParams();
  for (const name of ["code", "state", "iss", "error"]) {
    const value = form.get(name);
    if (value !== null) kept.set(name, value);
  }
  return leadTo(`${request.nextUrl.pathname}?${kept.toString()}`, []);
}

/** Ends a visit: the browser is back from the provider. */
export async function finishVisit(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
  provider: Provider,
): Promise<Response> {
  const address = clientAddress(request.headers);
  const away = await readFlow();
  const purpose = away?.step === "away" ? away.purpose : "sign_in";
  const refuse = (code: ErrorCode, setCookies: string[] = []) =>
    leadTo(`${purpose === "sign_in" ? "/login" : "/settings"}?error=${code}`, [
      ...setCookies,
      clearedFlowCookie(),
    ]);
  try {
    await consumeLimit("providers", address);
    if (away?.step !== "away" || away.provider !== provider.id) return refuse("provider_expired");
    const denied = request.nextUrl.searchParams.get("error");
    if (denied === "access_denied" || denied === "user_cancelled_authorize") return refuse("provider_denied");
    const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_TRUST_EMAIL: trustsEmail, APP_URL } = serverEnv();
    const returned: Returned = {};
    const finish = async (profile: unknown): Promise<string> => {
      try {
        const claims = readClaims(away.provider, profile as Record<string, unknown>, { issuer, trustsEmail });
        if (!claims) throw new AppError("provider_failed");
        returned.outcome = await finishProvider(away, claims, {
          kind: "web",
          userAgent: request.headers.get("user-agent") ?? "",
          address,
          language: await mailLanguage(request),
          device: await readDeviceCookie(),
        });
      } catch (error) {
        if (!(error instanceof AppError)) logger().error({ err: error }, "a visit of a provider failed");
        returned.error = error instanceof AppError ? error : new AppError("internal");
      }
      return APP_URL;
    };
    process.env.NEXTAUTH_URL = APP_URL;
    const answer = (await NextAuth(request, context, optionsFor(provider, finish))) as Response;
    const spent = answer.headers.getSetCookie();
    if (!returned.outcome) return refuse(returned.error?.code ?? "provider_failed", spent);
    return await arrive(returned.outcome, away.provider, spent);
  } catch (error) {
    if (error instanceof AppError) return refuse(error.code);
    throw error;
  }
}

async function arrive(outcome: ProviderOutcome, provider: ProviderId, spent: string[]): Promise<Response> {
  switch (outcome.kind) {
    case "linked":
    case "reauthenticated":
      return leadTo(`/settings?${outcome.kind}=${provider}`, [...spent, clearedFlowCookie()]);
    case "next":
      return leadTo("/auth/callback", [...spent, flowCookie(outcome.flow)]);
    case "signed_in": {
      const earlier = await findPageViewer();
      // Nobody could end it afterwards.
      if (earlier) await signOutSession({ id: earlier.sessionId, userId: earlier.id });
      const { cookies: session } = await signInResponse(outcome.signedIn);
      return leadTo("/auth/callback?done=1", [...spent, clearedFlowCookie(), ...session]);
    }
  }
}
