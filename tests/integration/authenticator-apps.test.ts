import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { reauthenticate } from "@/lib/account/service";
import {
  changeFactorName,
  confirmTotp,
  enrolTotp,
  getFactors,
  removeTotp,
  renewRecoveryCodes,
} from "@/lib/auth/factor-service";
import { signUp } from "@/lib/auth/service";
import { RECOVERY_CODES, TOTP_FACTORS_MAX } from "@/lib/config/limits";
import { appCode, firstCode } from "../support/authenticator";

/** Several authenticator apps of one account. */

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );

async function withTotp() {
  const username = `totp_${randomBytes(4).toString("hex")}`;
  const email = `${username}@gum.test`;
  const { user, session } = await signUp({
    kind: "web",
    userAgent: "test",
    device: null,
    language: "en",
    address: username,
    email,
    password: "a handful of words",
    username,
    displayName: undefined,
    humanToken: undefined,
  });
  const actor = { userId: user.id, sessionId: session!.sessionId, email, language: "en" as const };
  const { secret } = await enrolTotp(actor);
  const { recoveryCodes } = await confirmTotp(actor, await firstCode(secret));
  return { actor, userId: user.id, secret, recoveryCodes };
}

describe("authenticator apps", () => {
  it("can have several: each signs in, and recovery codes go with the last", async () => {
    const [owner, person] = [await withTotp(), await withTotp()];
    const second = await enrolTotp(owner.actor, "Tablet");
    // Pending, it does not count yet.
    expect(await codeOf(reauthenticate(owner.actor, { code: appCode(second.secret) }))).toBe("invalid_code");
    expect((await confirmTotp(owner.actor, await firstCode(second.secret))).recoveryCodes).toEqual([]);
    const code = appCode(second.secret);
    expect(await codeOf(reauthenticate(owner.actor, { code }))).toBe("ok");
    expect(await codeOf(reauthenticate(owner.actor, { code: appCode(owner.secret) }))).toBe("ok");
    expect(await codeOf(reauthenticate(owner.actor, { code }))).toBe("invalid_code");
    const { totp } = await getFactors(owner.userId);
    expect(totp.recoveryCodesLeft).toBe(owner.recoveryCodes.length);
    expect(totp.factors.map(({ name }) => name)).toEqual(["", "Tablet"]);
    const [first, tablet] = totp.factors;
    await changeFactorName({ id: tablet!.id, userId: owner.userId }, "Phone");
    expect(await codeOf(changeFactorName({ id: tablet!.id, userId: person.userId }, "Mine"))).toBe(
      "not_found",
    );
    expect(await codeOf(removeTotp({ ...person.actor }, tablet!.id))).toBe("not_found");
    await removeTotp(owner.actor, first!.id);
    expect((await getFactors(owner.userId)).totp).toMatchObject({
      enabled: true,
      recoveryCodesLeft: owner.recoveryCodes.length,
      factors: [{ name: "Phone" }],
    });
    expect(await codeOf(reauthenticate(owner.actor, { code: appCode(owner.secret, 1) }))).toBe(
      "invalid_code",
    );
    await removeTotp(owner.actor, tablet!.id);
    expect((await getFactors(owner.userId)).totp).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
  });

  it("have one set of recovery codes, also after several requests for new ones at once", async () => {
    const owner = await withTotp();
    await Promise.all(Array.from({ length: 4 }, () => renewRecoveryCodes(owner.actor)));
    expect((await getFactors(owner.userId)).totp.recoveryCodesLeft).toBe(RECOVERY_CODES);
  });

  it("are ten at most", async () => {
    const owner = await withTotp();
    for (let count = 1; count < TOTP_FACTORS_MAX; count++) {
      const { secret } = await enrolTotp(owner.actor, `App ${count}`);
      await confirmTotp(owner.actor, await firstCode(secret));
    }
    expect(await codeOf(enrolTotp(owner.actor))).toBe("quota_exceeded");
  });
});
