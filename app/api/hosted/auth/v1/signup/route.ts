import { signUp } from "@/lib/auth/service";
import { hostedSignupBody, signupAnswer } from "@/lib/hosted/auth-contract";
import { authGateway, hostedFacts, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { getHostedUser, openSession } from "@/lib/hosted/auth-service";
import { route } from "@/lib/http/route";

/** Responds with a session, or with only the user if the address must be confirmed first. */
export const POST = route({
  auth: "none",
  gateway: authGateway,
  body: hostedSignupBody,
  response: signupAnswer,
  handler: async ({ request, address, body: { email, password, data, gotrue_meta_security } }) => {
    const { user, session } = await signUp({
      ...(await hostedFacts(request, address)),
      email,
      password,
      username: data.username,
      displayName: data.display_name,
      invitation: data.invitation,
      humanToken: gotrue_meta_security?.captcha_token,
    });
    return {
      body: session ? await openSession(Promise.resolve({ user, ...session })) : await getHostedUser(user.id),
    };
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
