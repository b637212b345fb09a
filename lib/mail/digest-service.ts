import "server-only";
import { createTranslator } from "next-intl";
import { serverEnv } from "@/lib/config/env.server";
import type { Db } from "@/lib/db/client";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import type { MailItem } from "./layout.server";
import { sendMail } from "./service";

/** Queues a mail about what somebody missed. Mail programs can unsubscribe by themselves (RFC 8058). @throws AppError unavailable */
export async function sendDigestMail({
  tx,
  to,
  language,
  every,
  token,
  notifications,
  more,
  posts,
}: {
  tx: Db;
  to: string;
  language: Locale;
  every: "daily" | "weekly";
  /** Ends the digest. */
  token: string;
  notifications: MailItem[];
  /** How many notifications are not listed. */
  more: number;
  posts: MailItem[];
}): Promise<void> {
  const t = createTranslator({
    locale: language,
    messages: messagesFor(language),
    namespace: "settings.digest.mail",
  });
  const { APP_URL } = serverEnv();
  const heading = t(`heading.${every}`);
  await sendMail(
    to,
    notifications.length > 0
      ? t("subject.notifications", { count: notifications.length + more })
      : t("subject.posts"),
    {
      language,
      heading,
      lists: [
        {
          title: t("notifications"),
          items: notifications,
          ...(more > 0 && { more: t("more", { count: more }) }),
        },
        { title: t("posts"), items: posts },
      ].filter(({ items }) => items.length > 0),
      action: {
        label: t("open"),
        url: notifications.length > 0 ? `${APP_URL}/notifications` : `${APP_URL}/timeline`,
      },
      ignore: t("why"),
      // The secret is in the fragment so that no server logs it.
      footer: { label: t("unsubscribe"), url: `${APP_URL}/auth/unsubscribe#token=${token}` },
    },
    {
      tx,
      headers: {
        "List-Unsubscribe": `<${APP_URL}/api/v1/digest/unsubscribe?token=${token}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    },
  );
}
