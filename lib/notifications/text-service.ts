import "server-only";
import { createTranslator } from "next-intl";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import { nameOf } from "@/lib/people/rules";
import type { Notification } from "./contract";
import { hrefOf, messageKeyOf, valuesOf } from "./wording";

/** A notification as plain text, as the list words it: what happened, the text that it is about, and a path of this site. */
export function describeNotification(
  notification: Notification,
  language: Locale,
): { title: string; about: string; href: string } {
  const t = createTranslator({ locale: language, messages: messagesFor(language) });
  const { actors, post, comment, says, problem } = notification;
  const title = t.markup(messageKeyOf(notification), {
    ...valuesOf(notification, actors.map(nameOf)),
    b: (chunks) => chunks,
  });
  const about = problem
    ? t(`notifications.scheduleProblem.${problem}`)
    : (says?.text ?? comment?.content ?? post?.body ?? "");
  return { title, about, href: hrefOf(notification) };
}
