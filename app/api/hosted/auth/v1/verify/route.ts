import { hostedVerifyBody, mailedLinkQuery, verifyAnswer } from "@/lib/hosted/auth-contract";
import { authGateway, hostedFacts, hostedRedirect, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { verifyOtp } from "@/lib/hosted/auth-service";
import { openGateway } from "@/lib/hosted/gateway.server";
import { followMailedLink } from "@/lib/hosted/mailed-link.server";
import { route } from "@/lib/http/route";

/** Verifies a mailed code, or the token of a magic link as `token_hash`. */
export const POST = route({
  auth: "optional",
  gateway: authGateway,
  body: hostedVerifyBody,
  response: verifyAnswer,
  handler: async ({ request, viewer, address, body }) => {
    const proof = "token_hash" in body ? { token: body.token_hash } : { email: body.email, code: body.token };
    const facts = await hostedFacts(request, address);
    return { body: await verifyOtp({ type: body.type, proof, viewer, facts }) };
  },
});

/** The link of a mail that a client with PKCE asked for. */
export const GET = route({
  auth: "none",
  gateway: openGateway(authGateway),
  query: mailedLinkQuery,
  handler: ({ query }) => hostedRedirect(followMailedLink(query.token)),
});

export const { PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("GET", "POST");
