/** `gum.scores`, the boards of an app. */
import { callHost, HostRefusal } from "@/lib/sandbox/frame/inside/channel";
import { SCORE_VALUE_MAX } from "@/lib/sandbox/protocol/limits";
import type { CallParams } from "@/lib/sandbox/protocol/to-host";

export function gumScores(): object {
  return Object.freeze({
    submit: (board: unknown, value: unknown) => submitScore(board, value, null),
    top: topScores,
  });
}

/** @param proof of a script whose run is recorded */
export async function submitScore(
  board: unknown,
  value: unknown,
  proof: CallParams<"scoreSubmit">["proof"],
): Promise<unknown> {
  if (typeof value !== "number" || !(Math.abs(value) <= SCORE_VALUE_MAX))
    throw new HostRefusal("invalid", "gum.scores.submit: the value is a number.");
  return Object.freeze(await callHost("scoreSubmit", { board: String(board), value, proof }));
}

export async function topScores(
  board: unknown,
  { period = "all", following = false }: { period?: unknown; following?: unknown } = {},
): Promise<unknown> {
  if (period !== "all" && period !== "today")
    throw new HostRefusal("invalid", 'gum.scores.top: period is "today" or "all".');
  return callHost("scoreTop", { board: String(board), period, following: following === true });
}
