import "server-only";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/shared/errors";
import { claimInvitation, isInvitationUsable } from "./invitation-repository";
import { isOfDomain, readInvitationCode } from "./rules";
import { instanceSettings } from "./settings.server";

/**
 * Sign-up policy: every sign-up passes requireAdmission() and, in the transaction that creates the account,
 * takeInvitation().
 *
 * Trust model. Outside: anyone. They may guess codes (60 bits, rate-limited like sign-ups) and use one code several
 * times at once (the database gives it to one account).
 */

/** @throws AppError signups_disabled while sign-up is closed */
export async function requireSignups(): Promise<void> {
  if ((await instanceSettings()).signups === "closed") throw new AppError("signups_disabled");
}

/** @throws AppError email_domain_blocked */
export async function requireMailDomain(email: string): Promise<void> {
  const { blockedEmailDomains } = await instanceSettings();
  if (!isOfDomain(email, blockedEmailDomains)) return;
  throw new AppError("email_domain_blocked", {
    fields: [
      {
        path: "email",
        code: "email_domain_blocked",
        message: "Addresses of this mail provider are not accepted here.",
      },
    ],
  });
}

function refusal(code: "invitation_required" | "invitation_invalid"): AppError {
  const error = new AppError(code);
  return new AppError(code, { fields: [{ path: "invitation", code, message: error.message }] });
}

/**
 * Runs before any lookup of the account: without an invitation nobody can find out which addresses have one.
 * @throws AppError signups_disabled, invitation_required, invitation_invalid, email_domain_blocked
 */
export async function requireAdmission({
  email,
  invitation,
}: {
  email: string;
  invitation: string | undefined;
}): Promise<void> {
  await requireSignups();
  if ((await instanceSettings()).signups === "invitation") {
    if (!invitation) throw refusal("invitation_required");
    const code = readInvitationCode(invitation);
    if (!code || !(await isInvitationUsable(code))) throw refusal("invitation_invalid");
  }
  await requireMailDomain(email);
}

/** Marks the code as used by the new account. @throws AppError invitation_invalid if it was used concurrently */
export async function takeInvitation(
  { userId, invitation }: { userId: string; invitation: string | undefined },
  tx: Db,
): Promise<void> {
  const code = invitation && readInvitationCode(invitation);
  const isTaken = code ? await claimInvitation(code, userId, tx) : false;
  if (!isTaken && (await instanceSettings()).signups === "invitation") throw refusal("invitation_invalid");
}
