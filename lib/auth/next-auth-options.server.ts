import "server-only";
import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { serverEnv } from "@/lib/config/env.server";
import { loginBody } from "./contract";
import { AppError } from "@/lib/shared/errors";
import { logger } from "@/lib/infra/logger";
import { findLiveSession } from "./session-repository";
import { computeOnboarding } from "@/lib/account/onboarding";
import { signInWithPassword } from "./service";
import { signOutSession } from "./session-service";
import { readDeviceCookie } from "./device-cookie.server";
import { mailLanguage } from "./sign-in-response.server";
import { newLeaseEnd, nextAuthCookies, SESSION_COOKIE_SECONDS } from "./session-cookie.server";

/** The browser gets a duration, because its clock may be wrong. */
function secondsUntil(end: unknown): number {
  return typeof end === "number" ? Math.max(0, end - Math.floor(Date.now() / 1_000)) : 0;
}

/**
 * Options for one request from the network address `address`.
 *
 * next-auth holds the browser's session; the auth service decides who gets one, as in /api/v2/auth/login. A next-auth
 * session names a session row (`sid`) and ends with it.
 */
export function nextAuthOptions({ address }: { address: string }): NextAuthOptions {
  return {
    secret: serverEnv().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: SESSION_COOKIE_SECONDS },
    cookies: nextAuthCookies(),
    pages: { signIn: "/login", error: "/login" },
    providers: [
      Credentials({
        name: "Gum",
        credentials: { email: { type: "email" }, password: { type: "password" } },
        async authorize(credentials, request) {
          const typed = loginBody.safeParse({ email: credentials?.email, password: credentials?.password });
          if (!typed.success) throw new Error("invalid_credentials");
          const headers = new Headers(request.headers as Record<string, string> | undefined);
          try {
            const { user, sessionId } = await signInWithPassword({
              ...typed.data,
              kind: "web",
              userAgent: headers.get("user-agent") ?? "",
              address,
              language: await mailLanguage({ headers }),
              device: await readDeviceCookie(),
              // next-auth's form has no Turnstile field; with the check on, only the product's own form works.
              humanToken: undefined,
            });
            return { id: user.id, sid: sessionId, onboarded: user.onboarding.isOnboarded };
          } catch (error) {
            // next-auth puts this message into the redirect URL.
            if (error instanceof AppError) throw new Error(error.code);
            logger().error({ err: error }, "sign-in failed");
            throw new Error("internal");
          }
        },
      }),
    ],
    events: {
      async signOut({ token }) {
        if (token?.sub && typeof token.sid === "string")
          await signOutSession({ id: token.sid, userId: token.sub });
      },
    },
    callbacks: {
      async jwt({ token, user }) {
        if (user) {
          const signedIn = user as typeof user & { sid: string; onboarded: boolean };
          return {
            sub: signedIn.id,
            sid: signedIn.sid,
            onboarded: signedIn.onboarded,
            leaseEnds: newLeaseEnd(),
          };
        }
        const session = typeof token.sid === "string" ? await findLiveSession(token.sid) : null;
        if (!session) return { ...token, ended: true };
        // Reading the session renews the cookie; only /api/v2/auth/refresh renews the lease.
        return { ...token, onboarded: computeOnboarding(session.user).isOnboarded };
      },
      session({ session, token }) {
        if (token.ended) return { expires: session.expires };
        return {
          expires: session.expires,
          user: { id: token.sub },
          leaseSeconds: secondsUntil(token.leaseEnds),
        } as typeof session;
      },
      redirect({ url, baseUrl }) {
        // A callbackUrl may not leave the origin.
        if (url.startsWith("/") && !url.startsWith("//") && !url.includes("\\")) return `${baseUrl}${url}`;
        return URL.canParse(url) && new URL(url).origin === baseUrl ? url : baseUrl;
      },
    },
  };
}
