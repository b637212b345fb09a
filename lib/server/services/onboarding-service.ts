import "server-only";
import type { Me } from "@/lib/contracts/user";
import { presentMe } from "@/lib/server/presenters/user";
import { setConsent } from "@/lib/server/repositories/user-repository";

/** Notes that a person agrees to the terms of `version`; once given, it stays as it is. */
export async function giveConsent({ userId, version }: { userId: string; version: "v1" }): Promise<Me> {
  return presentMe(await setConsent(userId, version));
}
