import "server-only";
import { createTranslator } from "next-intl";
import type { Locale } from "@/lib/i18n/locales";
import { messagesFor } from "@/lib/i18n/messages";
import { nameOf } from "@/lib/people/rules";
import type { Notification } from "./contract";
import { hrefOf, messageKeyOf } from "./wording";

/** A notification as plain text, as the list words it: what happened, the text that it is about, and a path of this site. */
export function describeNotification(
  notification: Notification,
  language: Locale,
): { title: string; about: string; href: string } {
  const t = createTranslator({
    locale: language,
    messages: messagesFor(language),
    namespace: "notifications",
  });
  const { actors, count, app, post, comment, emoji, says, problem } = notification;
  const [first, second] = actors;
  const title = t.markup(messageKeyOf(notification), {
    name: first ? nameOf(first) : "",
    second: second ? nameOf(second) : "",
    count,
    others: count - 1,
    app: app?.name ?? "",
    emoji: emoji ?? "",
    b: (chunks) => chunks,
  });
  const about = problem
    ? t(`scheduleProblem.${problem}`)
    : (says?.text ?? comment?.content ?? post?.body ?? "");
  return { title, about, href: hrefOf(notification) };
}
