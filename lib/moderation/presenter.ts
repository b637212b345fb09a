import "server-only";
import { fileUrl } from "@/lib/files/file-url";
import { presentUserShort } from "@/lib/people/user-presenter";
import type { DecisionRecord } from "./decision-repository";
import type { Notice } from "./notice-contract";
import type { Case, CaseContent, CaseShort } from "./queue-contract";
import type { CasePersonRecord, HistoryRecord, QueueRecord, ReportRecord } from "./queue-repository";
import { FOREVER, type ReportReason, type SubjectType } from "./rules";
import { excerptOf, extraOf, hrefOf, makerOf, saidOf, textOf, type Snapshot } from "./snapshot";

/** Maps the sentinel for "no end" to null. */
const endOf = (until: Date | null): string | null =>
  until && until.getTime() < FOREVER.getTime() ? until.toISOString() : null;

export function presentNotice(record: DecisionRecord): Notice {
  return {
    id: record.id,
    action: record.action,
    type: record.subjectType,
    reason: record.reason,
    message: record.message,
    excerpt: excerptOf(record.context),
    until: endOf(record.until),
    createdAt: record.createdAt.toISOString(),
    isUndone: record.undoneAt !== null,
    appeal:
      record.appeal !== null && record.appealedAt
        ? {
            text: record.appeal,
            at: record.appealedAt.toISOString(),
            answer: record.answer,
            answeredAt: record.answeredAt?.toISOString() ?? null,
          }
        : null,
  };
}

export function presentCaseShort({ type, id, key, context, reasons, reports, at }: QueueRecord): CaseShort {
  const person = makerOf(type, id, context);
  return {
    type,
    id,
    key,
    excerpt: excerptOf(context),
    person: person && { id: person.id, username: person.username },
    reasons,
    reports,
    at: at.toISOString(),
  };
}

/** @param isHeld its pictures are in storage that only moderators can read */
export function presentContent(
  { type, id }: { type: SubjectType; id: string },
  kept: Snapshot,
  { exists, isHeld }: { exists: boolean; isHeld: boolean },
): CaseContent {
  const media = (kept.media ?? []).map((file) => ({
    ...file,
    isRecording: /^(video|audio)\//.test(file.type ?? ""),
  }));
  const files = [
    ...media.flatMap(({ fileKey, posterKey, alt, isRecording }) => {
      const key = isRecording ? posterKey : fileKey;
      return key ? [{ key, alt }] : [];
    }),
    ...[kept.avatarKey, kept.bannerKey].flatMap((key) => (key ? [{ key, alt: "" }] : [])),
  ];
  const isThere = exists || isHeld;
  const pictures = isThere ? files : [];
  const recordings = isThere ? media.filter(({ isRecording }) => isRecording) : [];
  const urlOf = (key: string) =>
    isHeld ? `/api/v1/moderation/files/${key.split("/").at(-1) ?? ""}` : fileUrl(key);
  return {
    title: kept.name ?? kept.displayName ?? null,
    text: textOf(kept),
    pictures: pictures.map(({ key, alt }) => ({ url: urlOf(key), alt })),
    recordings: recordings.map(({ fileKey, type = "", alt }) => ({ url: urlOf(fileKey), type, alt })),
    extra: extraOf(kept),
    href: exists ? hrefOf(type, id, kept) : null,
    createdAt: kept.createdAt ?? null,
  };
}

export function presentCasePerson(record: CasePersonRecord): NonNullable<Case["person"]> {
  const stands = (until: Date | null) => until !== null && until.getTime() > Date.now();
  return {
    ...presentUserShort(record),
    role: record.role,
    createdAt: record.createdAt.toISOString(),
    limitedUntil: stands(record.limitedUntil) ? (record.limitedUntil?.toISOString() ?? null) : null,
    suspendedUntil: stands(record.suspendedUntil) ? (record.suspendedUntil?.toISOString() ?? null) : null,
    reports: record.reports,
    decisions: record.decisions,
  };
}

export function presentReport(record: ReportRecord): Case["reports"][number] {
  return {
    id: record.id,
    reporter: record.reporter && presentUserShort(record.reporter),
    reason: record.reason as ReportReason,
    note: record.note,
    said: saidOf(record.context as Snapshot),
    createdAt: record.createdAt.toISOString(),
    resolved: record.resolvedAt !== null,
  };
}

export function presentHistory({
  id,
  createdAt,
  actorName,
  ...entry
}: HistoryRecord): Case["history"][number] {
  return { id, at: createdAt.toISOString(), actor: actorName, ...entry };
}
