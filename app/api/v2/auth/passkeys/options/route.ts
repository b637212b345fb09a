import { ceremonyCookie } from "@/lib/auth/passkey-ceremony.server";
import { passkeyOptionsSchema, signInOptionsBody } from "@/lib/auth/passkey-contract";
import { signInOptions } from "@/lib/auth/passkey-service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";

/** The options to sign in with. The challenge is bound to the browser that receives the cookie. */
export const POST = route({
  summary: { en: "Begin to sign in with a passkey", ja: "パスキーでのサインインを始める" },
  auth: "none",
  body: signInOptionsBody,
  response: passkeyOptionsSchema,
  handler: async ({ address, body }) => {
    const { binding, cookie } = await ceremonyCookie();
    const options = await signInOptions({ binding, address, challenge: body.challenge });
    return { body: { options }, cookies: [cookie] };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
