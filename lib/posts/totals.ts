import { REACTIONS, type OwnReaction, type ReactionTotal } from "@/lib/shared/reactions";

/** The numbers of a post, the same for every viewer. */
export type Totals = Record<ReactionTotal | "comments" | "quotes", number>;
/** Which reactions are the viewer's own. */
export type Own = Record<OwnReaction, boolean>;

const COUNTED = Object.values(REACTIONS);
export const TOTALS: readonly (keyof Totals)[] = [...COUNTED.map(({ total }) => total), "comments", "quotes"];
const OWN: readonly (keyof Own)[] = COUNTED.map(({ own }) => own);

const pick = <Name extends string, Value>(names: readonly Name[], from: Record<Name, Value>) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Record<Name, Value>;

export const totalsOf = (from: Totals): Totals => pick(TOTALS, from);
export const ownOf = (from: Own): Own => pick(OWN, from);
