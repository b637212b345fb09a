import { describe, expect, it } from "vitest";
import { groupNotifications, groupsWithout, type Groupable } from "./rules";

const HOUR = 3_600_000;
const at = (hoursAgo: number) => new Date(Date.UTC(2026, 0, 10) - hoursAgo * HOUR);
const like = (hoursAgo: number, postId = "a", readAt: Date | null = null): Groupable => ({
  kind: "like",
  postId,
  appId: null,
  createdAt: at(hoursAgo),
  readAt,
});

describe("grouping of notifications", () => {
  it("groups likes of one post, even with others in between", () => {
    const other = { ...like(2), postId: "b" };
    expect(groupNotifications([like(1), other, like(3)]).map((group) => group.length)).toEqual([2, 1]);
  });

  it("keeps read and unread apart, and those far apart in time", () => {
    expect(groupNotifications([like(1), like(2, "a", at(0))])).toHaveLength(2);
    expect(groupNotifications([like(1), like(60)])).toHaveLength(2);
  });

  it("never groups comments", () => {
    const comment: Groupable = { ...like(1), kind: "comment" };
    expect(groupNotifications([comment, { ...comment }])).toHaveLength(2);
  });
});

it("a group stays off though a later release added a kind to it", () => {
  expect(groupsWithout(["comment", "app_comment"])).toMatchObject({ comments: false, likes: true });
  expect(groupsWithout([])).not.toContain(false);
});
