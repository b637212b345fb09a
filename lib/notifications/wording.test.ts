import { describe, expect, it } from "vitest";
import { messagesFor } from "@/lib/i18n/messages";
import { NOTIFICATION_KINDS, type NotificationKind, type Subject } from "./kinds";
import { hrefOf, messageKeyOf } from "./wording";

const about = (kind: NotificationKind, more: Partial<Subject> = {}, count = 1) => ({
  kind,
  count,
  actors: [{ id: "ada" }],
  post: null,
  comment: null,
  app: null,
  says: null,
  moderation: null,
  ...more,
});
const [post, comment, app] = [{ id: "p" }, { id: "c" }, { id: "a" }];
const decided = (action: string, isUndone = false) => ({
  moderation: { decisionId: "d", action, isUndone },
});
const reported = (isUpheld: boolean) => ({ moderation: { reportId: "r", isUpheld } });

describe("the message of a notification", () => {
  it("exists for every kind", () => {
    const keys = NOTIFICATION_KINDS.flatMap((kind) => [1, 2, 3].map((n) => messageKeyOf(about(kind, {}, n))));
    const textOf = (key: string) =>
      key
        .split(".")
        .reduce<unknown>((texts, name) => (texts as Record<string, unknown>)?.[name], messagesFor("en"));
    expect(keys.filter((key) => typeof textOf(key) !== "string")).toEqual([]);
  });

  it("counts people where notifications are grouped", () => {
    expect([1, 2, 9].map((count) => messageKeyOf(about("app_like", { app }, count)))).toEqual([
      "notifications.appLikeOne",
      "notifications.appLikeTwo",
      "notifications.appLikeMany",
    ]);
    expect(messageKeyOf(about("comment", { comment }, 3))).toBe("notifications.comment");
  });

  it.each<[NotificationKind, Partial<Subject>, string]>([
    ["mention", { post }, "mention"],
    ["mention", { post, comment }, "mentionInReply"],
    ["mention", { app, comment }, "mentionInComment"],
    ["decision", decided("warn"), "decided.warn"],
    ["decision", decided("of a newer release"), "decision"],
    ["decision", decided("warn", true), "decisionUndone"],
    ["appeal", decided("warn"), "appeal"],
    ["appeal", decided("warn", true), "appealUpheld"],
    ["report", reported(true), "reportUpheld"],
    ["report", reported(false), "reportDismissed"],
  ])("%s %j: %s", (kind, more, key) => {
    expect(messageKeyOf(about(kind, more))).toBe(`notifications.${key}`);
  });
});

describe("the address of a notification", () => {
  it.each<[NotificationKind, Partial<Subject>, string]>([
    ["like", { post }, "/post/p"],
    ["comment", { post, comment }, "/post/c"],
    ["like", {}, "/timeline"],
    ["app_like", { app }, "/apps/a"],
    ["app_comment", { app, comment }, "/apps/a#comments"],
    ["app_review", { app, comment }, "/apps/a#reviews"],
    ["follow_request", {}, "/profile/ada"],
    ["follow", { actors: [] }, "/profile/me"],
    ["room", { app, post, says: { roomId: "r", href: null } }, "/post/p"],
    ["room", { app }, "/apps/a"],
    ["decision", decided("warn"), "/notices#d"],
    ["report", reported(true), "/notifications"],
    ["schedule", {}, "/timeline#drafts"],
    ["export", {}, "/settings#your-data"],
    ["featured", { app }, "/apps/a"],
  ])("%s %j: %s", (kind, more, href) => {
    expect(hrefOf(about(kind, more))).toBe(href);
  });
});
