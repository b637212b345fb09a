import "server-only";
import { serverEnv } from "@/lib/config/env.server";

export type Vapid = { publicKey: string; privateKey: string; subject: string };

/** The keys with which push messages are signed; null if the instance has no web push. */
export function vapid(): Vapid | null {
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, ADMIN_EMAIL, APP_URL } = serverEnv();
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY) return null;
  const site = APP_URL.startsWith("https:") ? APP_URL : "mailto:admin@gum.test";
  const subject = VAPID_SUBJECT || (ADMIN_EMAIL ? `mailto:${ADMIN_EMAIL}` : site);
  return { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY, subject };
}
