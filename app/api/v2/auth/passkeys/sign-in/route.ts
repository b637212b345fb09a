import { loginResponse } from "@/lib/auth/contract";
import { readCeremonyCookie } from "@/lib/auth/passkey-ceremony.server";
import { passkeySignInBody } from "@/lib/auth/passkey-contract";
import { signInWithPasskey } from "@/lib/auth/passkey-service";
import { endReplacedSession, signInFacts, signInResponse } from "@/lib/auth/sign-in-response.server";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

/** Signs in with a passkey; with `challenge` it is the second factor of a sign-in. */
export const POST = route({
  summary: {
    en: "Sign in with a passkey, also as a second factor",
    ja: "パスキーでサインインする（2段階認証にも使用可）",
  },
  auth: "optional",
  body: passkeySignInBody,
  response: loginResponse,
  handler: async ({ request, address, viewer, body }) => {
    const binding = await readCeremonyCookie();
    const signedIn = await signInWithPasskey({
      binding,
      ...body,
      facts: await signInFacts(request, address),
    });
    await endReplacedSession(viewer);
    return signInResponse(signedIn);
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
