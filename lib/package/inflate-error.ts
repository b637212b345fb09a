/** A damaged deflate stream, more or fewer bytes than declared, or bytes after its end. */
export type InflateProblem = "invalid" | "too_long" | "too_short" | "trailing";

export class InflateError extends Error {
  readonly problem: InflateProblem;

  constructor(problem: InflateProblem) {
    super(`deflate: ${problem}`);
    this.name = "InflateError";
    this.problem = problem;
  }
}
