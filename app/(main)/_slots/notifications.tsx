"use client";

import { NotificationsView } from "@/components/notifications/notifications-view";
import { AnswerRequest } from "@/components/profile/answer-request";
import type { NotificationFilter } from "@/lib/notifications/queries";

/** Notifications with the buttons for requests to follow. */
export function NotificationsSlot({ initialFilter }: { initialFilter: NotificationFilter }) {
  return (
    <NotificationsView
      initialFilter={initialFilter}
      answerTo={(person) => <AnswerRequest person={person} />}
    />
  );
}
