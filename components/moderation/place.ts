import type { CaseRef } from "@/lib/moderation/queue-contract";
import {
  QUEUES,
  REPORT_REASONS,
  SUBJECT_TYPES,
  type QueueName,
  type ReportReason,
  type SubjectType,
} from "@/lib/moderation/rules";

/**
 * A moderator's position in the queue. Kept in the URL, so that it survives a reload and works with the back button.
 */
export type Place = {
  queue: QueueName;
  type: SubjectType | undefined;
  reason: ReportReason | undefined;
  open: CaseRef | null;
};

const oneOf = <T extends string>(values: readonly T[], value: string | null | undefined): T | undefined =>
  values.find((each) => each === value);

export function readPlace(params: { get(name: string): string | null }): Place {
  const [openType, openId] = (params.get("case") ?? "").split(".");
  const type = oneOf(SUBJECT_TYPES, openType);
  return {
    queue: oneOf(QUEUES, params.get("queue")) ?? "open",
    type: oneOf(SUBJECT_TYPES, params.get("type")),
    reason: oneOf(REPORT_REASONS, params.get("reason")),
    open: type && openId && /^[0-9a-f-]{36}$/.test(openId) ? { type, id: openId } : null,
  };
}

export function writePlace({ queue, type, reason, open }: Place, how: "push" | "replace" = "push"): void {
  const params = new URLSearchParams({
    ...(queue !== "open" && { queue }),
    ...(type && { type }),
    ...(reason && { reason }),
    ...(open && { case: `${open.type}.${open.id}` }),
  });
  const search = params.toString();
  const url = `/moderation${search ? `?${search}` : ""}`;
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
}
