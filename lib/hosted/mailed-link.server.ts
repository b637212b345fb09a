import "server-only";
import { type CodeChallenge, issueCode } from "@/lib/auth/authorization-code-service";
import { requireReturnAddress } from "@/lib/auth/client-return.server";
import { seal, unseal } from "@/lib/auth/secret-service";
import { AppError } from "@/lib/shared/errors";
import { getInstance } from "./gateway.server";

/**
 * The link of a mail that a client with PKCE asked for. It leads back to that client with an authorization code.
 *
 * Trust model. Outside: what opens links of mails, such as scanners. Opening one uses nothing up; the code is worth nothing
 * without the verifier of the client, and the token of the mail is sealed.
 */
export type MailedLink = {
  token: string;
  purpose: "sign_in" | "recover_password";
  redirectTo: string;
  pkce: CodeChallenge;
};

export function mailedLinkOf(link: MailedLink): string {
  return `${getInstance().hosted.url}/auth/v1/verify?token=${seal("hosted-mail", JSON.stringify(link))}`;
}

/** Where a mailed link leads. @throws AppError invalid_code, validation_error if the address is no longer allowed */
export function followMailedLink(sealed: string): string {
  let link: MailedLink;
  try {
    // We encrypted it, so its shape is known.
    link = JSON.parse(unseal("hosted-mail", sealed)) as MailedLink;
  } catch {
    throw new AppError("invalid_code");
  }
  const { token, purpose, redirectTo, pkce } = link;
  const url = new URL(requireReturnAddress(redirectTo, pkce));
  url.searchParams.set("code", issueCode({ kind: "mail", purpose, token }, pkce));
  return url.href;
}
