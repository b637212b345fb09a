import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { findLiveSession } from "@/lib/auth/session-repository";
import { changePassword, reauthenticate } from "@/lib/account/service";
import { consumeLimit } from "@/lib/infra/rate-limiter";
import { accountLimitKey, signInWithPassword, signUp } from "@/lib/auth/service";
import {
  completeChallenge,
  confirmTotp,
  enrolTotp,
  getFactors,
  removeTotp,
  renewRecoveryCodes,
} from "@/lib/auth/factor-service";
import { recoverPassword, requestRecovery } from "@/lib/auth/recovery-service";
import { requestSignInCode, signInWithCode } from "@/lib/auth/sign-in-code-service";
import { WRONG_CODE_MS } from "@/lib/auth/verification-service";
import { appCode, firstCode } from "../support/authenticator";
import { cpuMillisecondsOf } from "../support/cpu-time";
import { digitsOf, lastMailTo, tokenOf } from "../support/mailbox";
import { withClient } from "../support/postgres";

const password = "a handful of words";
const language = "en" as const;
let count = 0;

type Failure = { code?: string; message: string; retryAfter?: number; details?: { challenge?: string } };
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Failure) => error,
  );
const codeOf = async (work: Promise<unknown>) => (await failureOf(work))?.code ?? "ok";

async function newPerson() {
  count++;
  const facts = {
    kind: "web",
    userAgent: "test",
    device: null,
    language: "en",
    address: `198.51.100.${count}`,
  } as const;
  const email = `in${count}@gum.test`;
  const { user, session } = await signUp({
    ...facts,
    email,
    password,
    username: `traveller${count}`,
    displayName: undefined,
    humanToken: undefined,
    language,
  });
  const sessionId = session!.sessionId;
  const signIn = (tried = password) =>
    signInWithPassword({ ...facts, email, password: tried, humanToken: undefined });
  return {
    facts,
    email,
    userId: user.id,
    sessionId,
    signIn,
    actor: { userId: user.id, sessionId, email, language },
  };
}

const confirmAddress = (userId: string) =>
  db().$executeRaw`UPDATE users SET email_verified_at = now() WHERE id = ${userId}::uuid`;

const expireProof = (sessionId: string) =>
  db()
    .$executeRaw`UPDATE sessions SET reauthenticated_at = now() - interval '11 minutes' WHERE id = ${sessionId}::uuid`;

/** Nothing that is known of a person, and no code or mail, can be read or written while `work` runs. */
const withoutRecords = (work: () => Promise<void>) =>
  withClient(process.env.DATABASE_URL!, async (client) => {
    await client.query("BEGIN; LOCK TABLE users, one_time_codes, outbox_mails");
    await work();
    await client.query("ROLLBACK");
  });

async function withTotp() {
  const person = await newPerson();
  const { secret } = await enrolTotp(person.actor);
  const { recoveryCodes } = await confirmTotp(person.actor, await firstCode(secret));
  return { ...person, secret, recoveryCodes };
}

describe("signing in with a password", () => {
  it("answers an unknown address and a wrong password alike, with the same work", async () => {
    const { email } = await newPerson();
    const time = (address: string, tried: string) =>
      cpuMillisecondsOf(async () => {
        const failure = await failureOf(
          signInWithPassword({
            kind: "api",
            userAgent: "",
            device: null,
            language: "en",
            // Limits are counted per network address and account: each attempt comes from another.
            address: `${tried}-${Math.random()}`,
            email: address,
            password: tried,
            humanToken: undefined,
          }),
        );
        expect(failure).toMatchObject({ code: "invalid_credentials", message: "Invalid email or password" });
      });
    const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
    await time(email, "warm up");
    const known: number[] = [];
    const unknown: number[] = [];
    for (let index = 0; index < 15; index++) {
      known.push(await time(email, `wrong ${index}`));
      unknown.push(await time(`nobody${index}@gum.test`, `wrong ${index}`));
    }
    // A hash takes some 10 ms; an answer without one would come in 2.
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.6);
    expect(median(unknown)).toBeLessThan(median(known) * 1.7);
  });

  it("allows five attempts in fifteen minutes an account from one network, and a right one starts anew", async () => {
    const { signIn } = await newPerson();
    for (let index = 0; index < 4; index++) expect(await codeOf(signIn("wrong"))).toBe("invalid_credentials");
    expect(await codeOf(signIn())).toBe("ok");
    for (let index = 0; index < 5; index++) expect(await codeOf(signIn("wrong"))).toBe("invalid_credentials");
    const failure = await failureOf(signIn());
    expect(failure).toMatchObject({
      code: "rate_limited",
      message: "Too many login attempts. Please try again later",
    });
    expect(failure!.retryAfter).toBeGreaterThan(800);
    expect(failure!.retryAfter).toBeLessThanOrEqual(900);
  });

  it("does not lock the owner out for a stranger's attempts, and bounds those from many networks", async () => {
    const { email, facts, signIn, userId } = await newPerson();
    await confirmAddress(userId);
    const guess = (address: string) =>
      codeOf(signInWithPassword({ ...facts, address, email, password: "wrong", humanToken: undefined }));
    for (let index = 0; index < 5; index++) expect(await guess("203.0.113.40")).toBe("invalid_credentials");
    expect(await guess("203.0.113.40")).toBe("rate_limited");
    expect(await codeOf(signIn())).toBe("ok");

    const key = accountLimitKey(email);
    for (let index = 0; index < 100; index++)
      await consumeLimit("loginAccountTotal", key).catch(() => undefined);
    expect(await guess("203.0.113.41")).toBe("rate_limited");
    expect(await failureOf(signIn())).toMatchObject({
      message: "Too many login attempts. Please try again later",
    });
    // The owner of the mailbox still gets in, and with the password again.
    await requestSignInCode({ email, humanToken: undefined, address: facts.address, language });
    const mail = await lastMailTo(email, { about: /Sign in to Gum/ });
    expect(await codeOf(signInWithCode({ token: tokenOf(mail) }, facts))).toBe("ok");
    expect(await codeOf(signIn())).toBe("ok");
  });

  it("allows twenty attempts an address, whatever the account", async () => {
    const attempt = (index: number) =>
      codeOf(
        signInWithPassword({
          kind: "api",
          userAgent: "",
          device: null,
          language: "en",
          address: "203.0.113.9",
          email: `spray${index}@gum.test`,
          password,
          humanToken: undefined,
        }),
      );
    for (let index = 0; index < 20; index++) expect(await attempt(index)).toBe("invalid_credentials");
    expect(await attempt(20)).toBe("rate_limited");
  });
});

describe("signing in with a mailed code", () => {
  it("works once, and confirms the address", async () => {
    const { email, facts, userId } = await newPerson();
    const after = Date.now();
    await requestSignInCode({ email, humanToken: undefined, address: facts.address, language });
    const mail = await lastMailTo(email, { after, about: /Sign in to Gum/ });
    const { user } = await signInWithCode({ email, code: digitsOf(mail) }, facts);
    expect(user.id).toBe(userId);
    expect(user.onboarding.completed).toContain("email_verified");
    expect(await codeOf(signInWithCode({ token: tokenOf(mail) }, facts))).toBe("invalid_code");
  });

  it("works by its link, which is no link of another purpose", async () => {
    const { email, facts } = await newPerson();
    const verification = await lastMailTo(email);
    expect(await codeOf(signInWithCode({ token: tokenOf(verification) }, facts))).toBe("invalid_code");
    const after = Date.now();
    await requestSignInCode({ email, humanToken: undefined, address: facts.address, language: "ja" });
    const mail = await lastMailTo(email, { after, about: /ログイン/ });
    expect(await codeOf(signInWithCode({ token: tokenOf(mail) }, facts))).toBe("ok");
  });

  it("says nothing about addresses without an account, whose answer waits for nothing that is known", async () => {
    const { email } = await newPerson();
    await withoutRecords(async () => {
      for (const asked of [email, "nobody@gum.test"])
        expect(
          await codeOf(
            requestSignInCode({ email: asked, humanToken: undefined, address: `x-${asked}`, language }),
          ),
        ).toBe("ok");
    });
    await lastMailTo(email, { about: /Sign in to Gum/ });
  });
});

describe("recovery", () => {
  it("sets the password, ends every session, and tells the person", async () => {
    const { email, facts, sessionId, signIn } = await newPerson();
    const other = await signIn();
    const after = Date.now();
    await requestRecovery({ email, humanToken: undefined, address: facts.address, language });
    const mail = await lastMailTo(email, { after, about: /Choose a new password/ });
    const reset = (next: string) =>
      recoverPassword({ proof: { token: tokenOf(mail) }, password: next, address: facts.address, language });
    expect(await codeOf(reset("short"))).toBe("validation_error");
    expect(await codeOf(reset("another few words"))).toBe("ok");
    expect(await codeOf(reset("and yet another"))).toBe("invalid_code");
    expect(await findLiveSession(sessionId)).toBeNull();
    expect(await findLiveSession(other.sessionId)).toBeNull();
    expect(await codeOf(signIn())).toBe("invalid_credentials");
    expect(await codeOf(signIn("another few words"))).toBe("ok");
    await lastMailTo(email, { after, about: /Your password was changed/ });
  });

  it("works by its digits, five tries", async () => {
    const { email, facts } = await newPerson();
    const after = Date.now();
    await requestRecovery({ email, humanToken: undefined, address: facts.address, language });
    const code = digitsOf(await lastMailTo(email, { after, about: /Choose a new password/ }));
    const wrong = code === "000000" ? "111111" : "000000";
    const reset = (digits: string) =>
      recoverPassword({
        proof: { email, code: digits },
        password: "another few words",
        address: facts.address,
        language,
      });
    for (let index = 0; index < 4; index++) expect(await codeOf(reset(wrong))).toBe("invalid_code");
    expect(await codeOf(reset(code))).toBe("ok");
  });

  it("answers for an unknown address as for a known one, and waits for nothing that is known", async () => {
    const { email } = await newPerson();
    await withoutRecords(async () => {
      for (const asked of [email, "nobody@gum.test"])
        await requestRecovery({ email: asked, humanToken: undefined, address: `y-${asked}`, language });
    });
    await lastMailTo(email, { about: /Choose a new password/ });
  });

  it("answers a wrong code for an unknown address as for a known one, no sooner", async () => {
    const { email, facts } = await newPerson();
    await requestRecovery({ email, humanToken: undefined, address: facts.address, language });
    for (const address of [email, "nobody@gum.test"]) {
      const started = performance.now();
      const failure = await failureOf(
        recoverPassword({
          proof: { email: address, code: "not it" },
          password: "another few words",
          address: `z-${address}`,
          language,
        }),
      );
      expect(failure).toMatchObject({ code: "invalid_code" });
      // Timers may be a millisecond early.
      expect(performance.now() - started).toBeGreaterThanOrEqual(WRONG_CODE_MS - 1);
    }
  });
});

describe("the second factor", () => {
  let person: Awaited<ReturnType<typeof withTotp>>;
  beforeAll(async () => {
    person = await withTotp();
  });

  async function challengeFor() {
    const failure = await failureOf(person.signIn());
    expect(failure?.code).toBe("second_factor_required");
    return failure!.details!.challenge!;
  }
  const complete = async (code: string) => {
    const challenge = await challengeFor();
    return codeOf(completeChallenge({ challenge, code, facts: person.facts }));
  };

  it("is offered as QR code, address and text, and counts only once confirmed", async () => {
    const fresh = await newPerson();
    const enrolment = await enrolTotp(fresh.actor);
    expect(enrolment.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(enrolment.uri).toContain(`secret=${enrolment.secret}`);
    expect(Buffer.from(enrolment.qr.split(",")[1]!, "base64").toString()).toMatch(/^<svg .*<path /);
    expect(await codeOf(fresh.signIn())).toBe("ok");
    expect(await codeOf(confirmTotp(fresh.actor, "000000"))).toBe("invalid_code");
    expect((await getFactors(fresh.userId)).totp.enabled).toBe(false);
  });

  it("is kept sealed", async () => {
    const rows = await db().totpFactor.findMany({ select: { secret: true } });
    for (const { secret } of rows) expect(secret).not.toContain(person.secret);
  });

  it("asks for a code after the password, and takes each code once", async () => {
    const code = appCode(person.secret);
    expect(await complete(code)).toBe("ok");
    expect(await complete(code)).toBe("invalid_code");
    expect(await complete("000000")).toBe("invalid_code");
  });

  it("takes each recovery code once, however it is typed", async () => {
    const [first, second] = person.recoveryCodes;
    expect(person.recoveryCodes).toHaveLength(10);
    expect(await complete(` ${first!.toUpperCase().replaceAll("-", " ")} `)).toBe("ok");
    expect(await complete(first!)).toBe("invalid_code");
    expect(await complete(second!)).toBe("ok");
    expect((await getFactors(person.userId)).totp.recoveryCodesLeft).toBe(8);
  });

  it("is asked for after a mailed code too", async () => {
    await confirmAddress(person.userId);
    const after = Date.now();
    await requestSignInCode({ email: person.email, humanToken: undefined, address: "z1", language });
    const mail = await lastMailTo(person.email, { after, about: /Sign in to Gum/ });
    expect(await codeOf(signInWithCode({ token: tokenOf(mail) }, person.facts))).toBe(
      "second_factor_required",
    );
  });

  it("believes no forged challenge, and limits guesses", async () => {
    expect(await codeOf(completeChallenge({ challenge: "x.y.z", code: "123456", facts: person.facts }))).toBe(
      "invalid_token",
    );
    const challenge = await challengeFor();
    const facts = { ...person.facts, address: "guesser" };
    const answers: string[] = [];
    for (let index = 0; index < 12; index++) {
      answers.push(await codeOf(completeChallenge({ challenge, code: "000000", facts })));
    }
    expect(answers.at(-1)).toBe("rate_limited");
  });

  it("is changed only shortly after a proof of who one is", async () => {
    const owner = await withTotp();
    await expireProof(owner.sessionId);
    expect(await codeOf(removeTotp(owner.actor))).toBe("reauthentication_required");
    expect(await codeOf(renewRecoveryCodes(owner.actor))).toBe("reauthentication_required");
    expect(await codeOf(changePassword(owner.actor, { password: "another few words", language }))).toBe(
      "reauthentication_required",
    );
    expect(await codeOf(reauthenticate(owner.actor, { password: "wrong" }))).toBe("invalid_credentials");
    expect(await codeOf(reauthenticate(owner.actor, { code: appCode(owner.secret) }))).toBe("ok");
    const { recoveryCodes } = await renewRecoveryCodes(owner.actor);
    expect(recoveryCodes).not.toEqual(owner.recoveryCodes);
    await expireProof(owner.sessionId);
    expect(await codeOf(reauthenticate(owner.actor, { password }))).toBe("ok");
    await removeTotp(owner.actor);
    expect(await codeOf(owner.signIn())).toBe("ok");
  });
});

describe("changing the password", () => {
  it("ends the other sessions and keeps this one", async () => {
    const { actor, sessionId, signIn } = await newPerson();
    const other = await signIn();
    await changePassword(actor, { password: "another few words", language });
    expect(await findLiveSession(sessionId)).not.toBeNull();
    expect(await findLiveSession(other.sessionId)).toBeNull();
    expect(await codeOf(signIn())).toBe("invalid_credentials");
  });

  it("withdraws mailed codes and second-factor challenges from before", async () => {
    const { actor, email, facts, secret, signIn } = await withTotp();
    const after = Date.now();
    await requestSignInCode({ email, humanToken: undefined, address: "w1", language });
    const mailed = tokenOf(await lastMailTo(email, { after, about: /Sign in to Gum/ }));
    await requestRecovery({ email, humanToken: undefined, address: "w1", language });
    const reset = tokenOf(await lastMailTo(email, { after, about: /Choose a new password/ }));
    const challenge = (await failureOf(signIn()))!.details!.challenge!;
    await changePassword(actor, { password: "another few words", language });
    expect(await codeOf(signInWithCode({ token: mailed }, facts))).toBe("invalid_code");
    const recovery = { proof: { token: reset }, password: "yet other words", address: "w1", language };
    expect(await codeOf(recoverPassword(recovery))).toBe("invalid_code");
    expect(await codeOf(completeChallenge({ challenge, code: appCode(secret), facts }))).toBe(
      "invalid_token",
    );
  });
});
