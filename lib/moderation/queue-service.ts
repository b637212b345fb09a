import "server-only";
import type { Actor } from "@/lib/shared/contract";
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
import { CASE_ACTIONS, THING_TYPES, type ThingType } from "./rules";
import { findThing } from "./thing-service";

const REPORTS_SHOWN = 50;
const DECISIONS_SHOWN = 20;
const HISTORY_SHOWN = 30;
const ALL = Object.fromEntries(THING_TYPES.map((type) => [type, 0])) as Record<ThingType, number>;

/** A page of what waits for moderators, or of what they closed. @throws AppError not_found for everybody else */
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

/** All about one thing. @throws AppError not_found */
export async function getCase({ viewer, ref }: { viewer: Actor; ref: CaseRef }): Promise<Case> {
  const standing = await requireModerator(viewer);
  const thing = await findThing(ref);
  const personId = thing.person?.id ?? null;
  const [person, reports, history, decisions] = await Promise.all([
    personId ? findCasePerson(personId) : null,
    listReports(ref, REPORTS_SHOWN),
    listHistory({ ...ref, personId }, HISTORY_SHOWN),
    personId ? listDecisions(personId, { take: DECISIONS_SHOWN }) : [],
  ]);
  const mayReview = thing.person !== null && canReview(standing, thing.person);
  const isHeld = decisions.some(({ subjectId, isKept }) => isKept && subjectId === ref.id);
  return {
    ...ref,
    exists: thing.exists,
    content: presentContent(ref, thing.kept, { exists: thing.exists, isHeld }),
    person: person && presentCasePerson(person),
    reports: reports.map(presentReport),
    decisions: decisions.map((decision) => ({
      ...presentNotice(decision),
      canReview: mayReview,
      canUndo: mayReview && isUndoable(decision),
    })),
    history: history.map(presentHistory),
    actions: CASE_ACTIONS.filter((action) => can(standing, action, thing)),
  };
}
