import "server-only";
import { findHeldRecording, readHeldFile } from "@/lib/files/service";
import type { Actor } from "@/lib/shared/contract";
import { AppError } from "@/lib/shared/errors";
import { listDecisions } from "./decision-repository";
import { can, canReview, isUndoable } from "./policy";
import {
  presentCasePerson,
  presentCaseShort,
  presentContent,
  presentHistory,
  presentNotice,
  presentReport,
} from "./presenter";
import type { Case, CaseRef, QueuePage, QueueQuery } from "./queue-contract";
import {
  countQueue,
  findCasePerson,
  listAppeals,
  listHistory,
  listReported,
  listReports,
} from "./queue-repository";
import { requireModerator } from "./role-service";
import { CASE_ACTIONS, SUBJECT_TYPES, type SubjectType } from "./rules";
import { findSubject } from "./subject-service";

const REPORTS_SHOWN = 50;
const DECISIONS_SHOWN = 20;
const HISTORY_SHOWN = 30;
const ALL = Object.fromEntries(SUBJECT_TYPES.map((type) => [type, 0])) as Record<SubjectType, number>;

/** A page of open or closed cases. @throws AppError not_found for everybody but moderators */
export async function listCases({ viewer, query }: { viewer: Actor; query: QueueQuery }): Promise<QueuePage> {
  await requireModerator(viewer);
  const { queue, type, reason, after, limit } = query;
  const page = { type, reason, after, take: limit + 1 };
  const [rows, counted] = await Promise.all([
    queue === "appeals" ? listAppeals(page) : listReported({ ...page, isOpen: queue === "open" }),
    countQueue(),
  ]);
  const byType = { ...ALL };
  let appeals = 0;
  for (const { type, count } of counted)
    if (type === "appeals") appeals = count;
    else byType[type] = count;
  const open = Object.values(byType).reduce((sum, count) => sum + count, 0);
  const items = rows.slice(0, limit).map(presentCaseShort);
  return {
    items,
    nextCursor: rows.length > limit ? (items.at(-1)?.key ?? null) : null,
    counts: { open, appeals, byType },
  };
}

/** A case in full. @throws AppError not_found */
export async function getCase({ viewer, ref }: { viewer: Actor; ref: CaseRef }): Promise<Case> {
  const standing = await requireModerator(viewer);
  const subject = await findSubject(ref);
  const personId = subject.person?.id ?? null;
  const [person, reports, history, decisions] = await Promise.all([
    personId ? findCasePerson(personId) : null,
    listReports(ref, REPORTS_SHOWN),
    listHistory({ ...ref, personId }, HISTORY_SHOWN),
    personId ? listDecisions(personId, { take: DECISIONS_SHOWN }) : [],
  ]);
  const mayReview = subject.person !== null && canReview(standing, subject.person);
  const isHeld = decisions.some(({ subjectId, isKept }) => isKept && subjectId === ref.id);
  return {
    ...ref,
    exists: subject.exists,
    content: presentContent(ref, subject.kept, { exists: subject.exists, isHeld }),
    person: person && presentCasePerson(person),
    reports: reports.map(presentReport),
    decisions: decisions.map((decision) => ({
      ...presentNotice(decision),
      canReview: mayReview,
      canUndo: mayReview && isUndoable(decision),
    })),
    history: history.map(presentHistory),
    actions: CASE_ACTIONS.filter((action) => can(standing, action, subject)),
  };
}

/** A recording of removed content; null if that is a picture. @throws AppError not_found for everybody but moderators */
export async function findHeldRecordingFor({ viewer, name }: { viewer: Actor; name: string }) {
  await requireModerator(viewer);
  return findHeldRecording(name);
}

/** A picture of removed content. @throws AppError not_found, also for everybody but moderators */
export async function readHeldPicture({ viewer, name }: { viewer: Actor; name: string }) {
  await requireModerator(viewer);
  const file = await readHeldFile(name);
  if (!file) throw new AppError("not_found");
  return file;
}
