import { ssoBody } from "@/lib/hosted/auth-contract";
import { authGateway, otherAuthMethods } from "@/lib/hosted/auth-gateway.server";
import { route } from "@/lib/http/route";
import { AppError } from "@/lib/shared/errors";

/** SAML sign-in, which no instance offers, refused with the error code that clients expect. */
export const POST = route({
  auth: "none",
  gateway: authGateway,
  body: ssoBody,
  handler: () => {
    throw new AppError("not_found", {
      message: "SAML 2.0 is disabled on this instance.",
      details: { hosted: "saml_provider_disabled" },
    });
  },
});

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherAuthMethods("POST");
