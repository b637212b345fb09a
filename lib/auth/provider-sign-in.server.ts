import "server-only";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type NextAuthOptions } from "next-auth";
import type { NextRequest } from "next/server";
import { serverEnv } from "@/lib/config/env.server";
import { clientAddress } from "@/lib/http/client-address";
import { logger } from "@/lib/infra/logger";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { AppError, type ErrorCode } from "@/lib/shared/errors";
import { clientAddressRefused, clientAddressWith, type ClientReturn } from "./client-return.server";
import { readDeviceCookie } from "./device-cookie.server";
import { readClaims } from "./provider-claims";
import { providerFor } from "./provider-config.server";
import type { ProviderPurpose } from "./provider-contract";
import { clearedFlowCookie, flowCookie, type ProviderFlow, readFlow } from "./provider-flow.server";
import { finishProvider, type ProviderOutcome } from "./provider-service";
import type { ProviderId } from "./providers";
import type { SignInFacts } from "./service";
import { nextAuthCookies } from "./session-cookie.server";
import { signOutSession } from "./session-service";
import { mailLanguage, signInResponse } from "./sign-in-response.server";
import { findPageViewer, type Viewer } from "./viewer.server";

/**
 * The OAuth flow, there and back. next-auth implements the protocol (state, PKCE, nonce, ID token signatures);
 * lib/auth/provider-service.ts decides on the result.
 *
 * Trust model. Outside: any page that sends a browser to the callback URL with a code of its own. A code counts only in
 * the browser that started the flow with that provider, once, within PROVIDER_FLOW_SECONDS.
 */
type Provider = NonNullable<Awaited<ReturnType<typeof providerFor>>>;
type Returned = { outcome?: ProviderOutcome; error?: AppError };

/** Requests a fresh sign-in, if the provider supports that. */
const PROMPT: Partial<Record<ProviderId, Record<string, string>>> = {
  oidc: { prompt: "login", max_age: "0" },
  google: { prompt: "select_account" },
};

function optionsFor(provider: Provider, finish?: (profile: unknown) => Promise<string>): NextAuthOptions {
  const warn = (code: string, meta: unknown) => {
    const error = meta instanceof Error ? meta : (meta as { error?: unknown } | undefined)?.error;
    logger().warn({ provider: provider.id, code, err: error }, "unexpected response of a sign-in provider");
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

/** Calls next-auth as a browser with these cookies would. */
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
 * Starts a flow.
 * @returns the URL to redirect to, and the cookies for the callback
 * @throws AppError not_found if the provider is not configured, rate_limited, unauthenticated, provider_unreachable
 */
export async function startProviderSignIn({
  id,
  purpose,
  viewer,
  address,
  client,
}: {
  id: ProviderId;
  purpose: ProviderPurpose;
  viewer: Viewer | null;
  address: string;
  /** The hosted client that begins it. */
  client?: ClientReturn;
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
  // next-auth redirects to its own error page if the provider does not respond.
  if (!URL.canParse(url) || new URL(url).origin === new URL(serverEnv().APP_URL).origin)
    throw new AppError("provider_unreachable");
  const flow: ProviderFlow = {
    step: "away",
    provider: id,
    purpose,
    ...(purpose !== "sign_in" && viewer && { userId: viewer.id, sessionId: viewer.sessionId }),
    ...(client && { client }),
  };
  return { url, cookies: [...left.cookies, flowCookie(flow)] };
}

/** A redirect within the product, or to the address of a hosted client. */
function redirectTo(to: string, setCookies: string[]): Response {
  const location = to.startsWith("/") ? `${serverEnv().APP_URL}${to}` : to;
  const headers = new Headers({ location, "cache-control": "no-store", "referrer-policy": "no-referrer" });
  for (const cookie of setCookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/**
 * Handles `response_mode=form_post`: redirects to the same URL as a GET, because a cross-site POST does not carry our
 * SameSite cookies.
 */
export function redirectFormPost(request: NextRequest, form: URLSearchParams): Response {
  const kept = new URLSearchParams();
  for (const name of ["code", "state", "iss", "error"]) {
    const value = form.get(name);
    if (value !== null) kept.set(name, value);
  }
  return redirectTo(`${request.nextUrl.pathname}?${kept.toString()}`, []);
}

/** Handles the callback: the browser has returned from the provider. */
export async function finishProviderSignIn(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
  provider: Provider,
): Promise<Response> {
  const address = clientAddress(request.headers);
  const away = await readFlow();
  const { purpose = "sign_in", client = undefined } = away?.step === "away" ? away : {};
  const refuse = (code: ErrorCode, setCookies: string[] = []) =>
    redirectTo(
      client
        ? clientAddressRefused(client, code)
        : `${purpose === "sign_in" ? "/login" : "/settings"}?error=${code}`,
      [...setCookies, clearedFlowCookie()],
    );
  try {
    await consumeLimit("providers", address);
    if (away?.step !== "away" || away.provider !== provider.id) return refuse("provider_expired");
    const denied = request.nextUrl.searchParams.get("error");
    if (denied === "access_denied" || denied === "user_cancelled_authorize") return refuse("provider_denied");
    const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_TRUST_EMAIL: trustsEmail, APP_URL } = serverEnv();
    const returned: Returned = {};
    const facts: SignInFacts = {
      kind: client ? "api" : "web",
      userAgent: request.headers.get("user-agent") ?? "",
      address,
      language: await mailLanguage(request),
      device: client ? null : await readDeviceCookie(),
    };
    const finish = async (profile: unknown): Promise<string> => {
      try {
        const claims = readClaims(away.provider, profile as Record<string, unknown>, { issuer, trustsEmail });
        if (!claims) throw new AppError("provider_failed");
        returned.outcome = await finishProvider(away, claims, facts);
      } catch (error) {
        if (!(error instanceof AppError)) logger().error({ err: error }, "sign-in with a provider failed");
        returned.error = error instanceof AppError ? error : new AppError("internal");
      }
      return APP_URL;
    };
    process.env.NEXTAUTH_URL = APP_URL;
    const answer = (await NextAuth(request, context, optionsFor(provider, finish))) as Response;
    const spent = answer.headers.getSetCookie();
    if (!returned.outcome) return refuse(returned.error?.code ?? "provider_failed", spent);
    if (client && returned.outcome.kind === "proven")
      return redirectTo(await clientAddressWith(client, returned.outcome.proven, facts), [
        ...spent,
        clearedFlowCookie(),
      ]);
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
      return redirectTo(`/settings?${outcome.kind}=${provider}`, [...spent, clearedFlowCookie()]);
    case "next":
      return redirectTo("/auth/callback", [...spent, flowCookie(outcome.flow)]);
    case "proven":
      throw new AppError("internal");
    case "signed_in": {
      const earlier = await findPageViewer();
      // Nothing could end it afterwards.
      if (earlier) await signOutSession({ id: earlier.sessionId, userId: earlier.id });
      const { cookies: session } = await signInResponse(outcome.signedIn);
      return redirectTo("/auth/callback?done=1", [...spent, clearedFlowCookie(), ...session]);
    }
  }
}
