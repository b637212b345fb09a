export const STARS = [1, 2, 3, 4, 5] as const;

/** @param starCounts the number of reviews by stars, those with one star first */
export function ratingOf(starCounts: readonly number[]): {
  average: number | null;
  count: number;
  stars: number[];
} {
  const stars = STARS.map((each) => starCounts[each - 1] ?? 0);
  const count = stars.reduce((total, each) => total + each, 0);
  const sum = stars.reduce((total, each, index) => total + each * (index + 1), 0);
  return { average: count > 0 ? Math.round((sum / count) * 100) / 100 : null, count, stars };
}
