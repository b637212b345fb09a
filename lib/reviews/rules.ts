export const REVIEW_ORDERS = ["useful", "newest"] as const;
export type ReviewOrder = (typeof REVIEW_ORDERS)[number];

/** Whether somebody may review an app: its owner may not, and others after they have run it. */
export const REVIEW_STANDINGS = ["may_review", "owner", "run_first"] as const;
export type ReviewStanding = (typeof REVIEW_STANDINGS)[number];

export function reviewStanding({ isOwner, hasRun }: { isOwner: boolean; hasRun: boolean }): ReviewStanding {
  if (isOwner) return "owner";
  return hasRun ? "may_review" : "run_first";
}

/** The value that a list is ordered by, as the key of its cursors. */
export function reviewKey(order: ReviewOrder, { helpful }: { helpful: number }): string {
  return order === "useful" ? String(helpful) : "";
}

/** Validates the key of a cursor, which clients can make up. */
export function isReviewKey(order: ReviewOrder, key: string): boolean {
  return order === "useful" ? /^\d{1,9}$/.test(key) : key === "";
}
