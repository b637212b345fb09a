import { signInWithPassword } from "@/lib/auth/service";
import {
  hostedSession,
  idTokenGrant,
  passwordGrant,
  pkceGrant,
  refreshGrant,
  tokenBody,
  tokenQuery,
  web3Grant,
} from "@/lib/hosted/auth-contract";
import { authGateway, hostedFacts, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import {
  redeemAuthorizationCode,
  refreshNewcomer,
  signInWithIdToken,
  signInWithWallet,
} from "@/lib/hosted/auth-grant-service";
import { openSession, refreshHostedSession } from "@/lib/hosted/auth-service";
import { parseWith, route } from "@/lib/http/route";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { AppError } from "@/lib/shared/errors";

/** Signs in or refreshes a session. */
export const POST = route({
  auth: "none",
  gateway: authGateway,
  query: tokenQuery,
  body: tokenBody,
  response: hostedSession,
  handler: async ({ request, address, query, body }) => {
    const facts = await hostedFacts(request, address);
    switch (query.grant_type) {
      case "password": {
        const { email, password, gotrue_meta_security } = parseWith(passwordGrant, body);
        const humanToken = gotrue_meta_security?.captcha_token;
        return { body: await openSession(signInWithPassword({ ...facts, email, password, humanToken })) };
      }
      case "refresh_token": {
        await consumeLimit("refreshes", `address:${address}`);
        const { refresh_token: token } = parseWith(refreshGrant, body);
        return { body: (await refreshNewcomer(token, facts)) ?? (await refreshHostedSession(token)) };
      }
      case "pkce":
        return { body: await redeemAuthorizationCode(parseWith(pkceGrant, body), facts) };
      case "id_token": {
        const grant = parseWith(idTokenGrant, body);
        const viewer = grant.link_identity ? await authGateway.findViewer(request) : null;
        return { body: await signInWithIdToken(grant, viewer, facts) };
      }
      case "web3":
        return { body: await signInWithWallet(parseWith(web3Grant, body), facts) };
      default:
        throw new AppError("validation_error", {
          message: "This grant type is not offered here.",
          details: { hosted: "unsupported_grant_type" },
        });
    }
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
