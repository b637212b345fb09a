import { randomBytes } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { confirmEmailChange, requestEmailChange } from "@/lib/account/service";
import { completeChallenge, confirmTotp, enrolTotp, signInChallenged } from "@/lib/auth/factor-service";
import type { ProviderClaims } from "@/lib/auth/provider-claims";
import { challengeOf, createProviderAccount, signUpWithProvider } from "@/lib/auth/provider-service";
import { recoverPassword, requestRecovery } from "@/lib/auth/recovery-service";
import { type SignInFacts, signInWithPassword, signUp } from "@/lib/auth/service";
import { findLiveSession } from "@/lib/auth/session-repository";
import { requestSignInCode, signInWithCode } from "@/lib/auth/sign-in-code-service";
import { createToken, readPersonalToken } from "@/lib/auth/token-service";
import { verifyEmail } from "@/lib/auth/verification-service";
import { db } from "@/lib/db/client";
import { appCode, firstCode } from "../support/authenticator";
import { digitsOf, lastMailTo, tokenOf } from "../support/mailbox";

/** Somebody signs up with the address of somebody else, who comes later and proves only that the mailbox is theirs. */

const language = "en" as const;
const THEIRS = "words of a stranger";
const MINE = "words of the owner";

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );

function names() {
  const username = `mb_${randomBytes(4).toString("hex")}`;
  const facts: SignInFacts = { kind: "api", userAgent: "test", device: null, language, address: username };
  return { username, email: `${username}@gum.test`, facts };
}

const walletOf = (subject: string): ProviderClaims => ({
  provider: "ethereum",
  issuer: "eip155:1",
  subject,
  email: null,
  emailVerified: false,
  username: null,
  displayName: null,
  authenticatedAt: null,
});

/** An account with a password, and with everything else that opens one. */
async function strangers() {
  const { username, email, facts } = names();
  const { user, session } = await signUp({
    ...facts,
    email,
    password: THEIRS,
    username,
    displayName: undefined,
    humanToken: undefined,
  });
  const actor = { userId: user.id, sessionId: session!.sessionId, email, language };
  const { secret } = await enrolTotp(actor);
  await confirmTotp(actor, await firstCode(secret));
  const { token } = await createToken(actor, { name: "x", scopes: ["read"], expiresInDays: null });
  await db().passkey.create({
    data: {
      id: uuidv7(),
      userId: user.id,
      credentialId: username,
      publicKey: new Uint8Array([1]),
      name: "x",
      counter: 0n,
      transports: [],
      backupEligible: false,
      backedUp: false,
    },
    select: { id: true },
  });
  const signIn = (password: string) =>
    signInWithPassword({ ...facts, email, password, humanToken: undefined });
  const challenge = await signIn(THEIRS).then(
    () => "",
    (error: { details: { challenge: string } }) => error.details.challenge,
  );
  const next = `next_${username}@gum.test`;
  await requestEmailChange(actor, { email: next, language });
  const moving = tokenOf(await lastMailTo(next));
  return { email, facts, user, session: session!, secret, token, challenge, moving, signIn };
}

type Theirs = Awaited<ReturnType<typeof strangers>>;

async function expectNothingLeft({ facts, user, session, secret, token, challenge, moving, signIn }: Theirs) {
  expect(await codeOf(signIn(THEIRS))).toBe("invalid_credentials");
  expect(await findLiveSession(session.sessionId)).toBeNull();
  expect(await readPersonalToken(token)).toBeNull();
  expect(await codeOf(completeChallenge({ challenge, code: appCode(secret), facts }))).toBe("invalid_token");
  expect(await codeOf(confirmEmailChange({ token: moving }, { address: "m", language }))).toBe(
    "invalid_code",
  );
  const where = { userId: user.id };
  const [passkeys, factors, recoveryCodes] = await Promise.all([
    db().passkey.count({ where }),
    db().totpFactor.count({ where }),
    db().recoveryCode.count({ where }),
  ]);
  expect({ passkeys, factors, recoveryCodes }).toEqual({ passkeys: 0, factors: 0, recoveryCodes: 0 });
}

async function mailedCode({ email, facts }: Pick<Theirs, "email" | "facts">) {
  const after = Date.now();
  await requestSignInCode({ email, humanToken: undefined, address: facts.address, language });
  return lastMailTo(email, { after, about: /Sign in to Gum/ });
}

async function recover({ email, facts }: Pick<Theirs, "email" | "facts">) {
  const after = Date.now();
  await requestRecovery({ email, humanToken: undefined, address: facts.address, language });
  const mail = await lastMailTo(email, { after, about: /Choose a new password/ });
  const proof = { token: tokenOf(mail) };
  await recoverPassword({ proof, password: MINE, address: facts.address, language });
}

/** An account of a wallet, whose address is not confirmed. */
async function walletAccount() {
  const { username, email, facts } = names();
  const claims = walletOf(`0x${randomBytes(20).toString("hex")}`);
  const { user, session } = await signUpWithProvider(claims, {
    ...facts,
    username,
    displayName: undefined,
    email,
    invitation: undefined,
  });
  const challenge = (await challengeOf(claims))!;
  return { email, facts, claims, user, session: session!, challenge };
}

describe("the owner of a mailbox whose address was not confirmed", () => {
  it("has the account alone after a mailed sign-in code", async () => {
    const theirs = await strangers();
    const code = digitsOf(await mailedCode(theirs));
    const mine = await signInWithCode({ email: theirs.email, code }, theirs.facts);
    expect(mine.user.id).toBe(theirs.user.id);
    await expectNothingLeft(theirs);
    expect(await findLiveSession(mine.sessionId)).not.toBeNull();
  });

  it("has the account alone after a mailed sign-in link", async () => {
    const theirs = await strangers();
    const token = tokenOf(await mailedCode(theirs));
    expect(await codeOf(signInWithCode({ token }, theirs.facts))).toBe("ok");
    await expectNothingLeft(theirs);
  });

  it("has the account alone after choosing a new password", async () => {
    const theirs = await strangers();
    await recover(theirs);
    await expectNothingLeft(theirs);
    expect(await codeOf(theirs.signIn(MINE))).toBe("ok");
  });

  it.each(["code", "password"])("has the account of a wallet alone after a new %s", async (by) => {
    const theirs = await walletAccount();
    if (by === "password") await recover(theirs);
    else await signInWithCode({ token: tokenOf(await mailedCode(theirs)) }, theirs.facts);
    expect(await findLiveSession(theirs.session.sessionId)).toBeNull();
    expect(await challengeOf(theirs.claims)).toBeNull();
    // Nor with what the wallet proved a moment before.
    expect(await codeOf(signInChallenged(theirs.challenge, theirs.facts))).toBe("invalid_token");
    // The wallet is free for an account of its own.
    const own = names();
    const request = { ...own.facts, ...own, displayName: undefined, invitation: undefined };
    expect((await createProviderAccount(theirs.claims, request)).id).not.toBe(theirs.user.id);
  });
});

describe("somebody who confirmed the address of their own sign-up", () => {
  it("keeps what opens the account after a mailed code, and all but the password after a new one", async () => {
    const mine = await walletAccount();
    await verifyEmail({ email: mine.email, code: digitsOf(await lastMailTo(mine.email)) }, "m");
    expect(await findLiveSession(mine.session.sessionId)).not.toBeNull();
    await signInWithCode({ token: tokenOf(await mailedCode(mine)) }, mine.facts);
    expect(await findLiveSession(mine.session.sessionId)).not.toBeNull();
    await recover(mine);
    const challenge = (await challengeOf(mine.claims))!;
    expect(await codeOf(signInChallenged(challenge, mine.facts))).toBe("ok");
  });
});
