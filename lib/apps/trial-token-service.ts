import "server-only";
import { readToken, signToken } from "@/lib/auth/signed-token.server";
import { TRIAL_MS } from "@/lib/config/trial-limits";
import type { StreamedFile } from "@/lib/files/service";
import { fileStore } from "@/lib/files/file-store";
import { AppError } from "@/lib/shared/errors";
import { packageKeyOf } from "./package-file-service";

/**
 * Tokens with which the browser of a trial fetches a package that may not be published yet.
 *
 * Trust model. Outside: the app that is tried, and whoever gets hold of its token. A token names one package by its hash, ends
 * with the trial, and is signed for this purpose: no other call of the API takes it, and nobody is signed in by it. The app gets
 * it at no time: it is in the fragment of the page around the frame, another origin.
 */
const AUDIENCE = "gum-trial";

export function issueTrialToken(pack: { sha256: string; bytes: number }): Promise<string> {
  return signToken("trial-token", { ...pack }, { audience: AUDIENCE, seconds: Math.ceil(TRIAL_MS / 1_000) });
}

/** The package of a token. @throws AppError not_found if the token is forged, expired or for something else */
export async function getTrialPackage(token: string): Promise<StreamedFile> {
  const payload = await readToken("trial-token", token, AUDIENCE);
  const { sha256, bytes } = payload ?? {};
  if (typeof sha256 !== "string" || !/^[0-9a-f]{64}$/.test(sha256) || typeof bytes !== "number")
    throw new AppError("not_found");
  const read: StreamedFile["read"] = (range) => fileStore().stream(packageKeyOf(sha256), range);
  return { name: sha256, size: bytes, type: "application/zip", read };
}
