import "server-only";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { readRows } from "@/lib/db/pool";

/** Whether a password or a mail opened the session, and its person has no passkey and has not dismissed the offer. */
export async function wantsOffer(sessionId: string): Promise<boolean> {
  const rows = await readRows<object>(Prisma.sql`
    SELECT 1 FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id = ${sessionId}::uuid AND s.opened_by IN ('password', 'code', 'link')
       AND u.passkey_offer_dismissed_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id)`);
  return rows.length > 0;
}

export async function dismissOffer(userId: string): Promise<void> {
  await db().user.updateMany({ where: { id: userId }, data: { passkeyOfferDismissedAt: new Date() } });
}
