import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { resetLimit } from "@/lib/infra/rate-limiter";
import { sendCode } from "@/lib/auth/code-service";
import { type SignUp, signInWithPassword, signUp } from "@/lib/auth/service";
import { resendVerification, verifyEmail } from "@/lib/auth/verification-service";
import { digitsOf, lastMailTo, tokenOf } from "../support/mailbox";

const facts = { kind: "api", userAgent: "test", device: null, language: "en", address: "192.0.2.1" } as const;
let count = 0;

function request(overrides: Partial<SignUp> = {}): SignUp {
  count++;
  return {
    ...facts,
    // Each its own address: five an hour are allowed.
    address: `192.0.2.${count}`,
    email: `person${count}@gum.test`,
    password: "a handful of words",
    username: `person${count}`,
    displayName: undefined,
    humanToken: undefined,
    language: "en",
    ...overrides,
  };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );
const fieldOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string; fields?: { path: string; code: string }[] }) =>
      `${error.code} ${error.fields?.[0]?.path}:${error.fields?.[0]?.code}`,
  );

describe("signUp", () => {
  it("makes an account, signs in, and takes the username for the display name", async () => {
    const { user, session } = await signUp(request({ username: "Ｍｉｋａ" }));
    expect(user).toMatchObject({ username: "mika", displayName: "mika", onboarding_completed: false });
    expect(user.onboarding.missing).toEqual(["email_verified", "consent_v1", "profile_min"]);
    expect(session?.refreshToken).toMatch(/^[\w-]{43}$/);
  });

  it("stores no password, code or token as it is", async () => {
    const asked = request();
    const { session } = await signUp(asked);
    const mail = await lastMailTo(asked.email);
    const [user] = await db().$queryRaw<{ password_hash: string }[]>`
      SELECT password_hash FROM users WHERE email = ${asked.email}`;
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const kept = JSON.stringify([
      await db().$queryRaw`SELECT code_hash, token_hash FROM one_time_codes`,
      await db().$queryRaw`SELECT token_hash FROM refresh_tokens`,
    ]);
    for (const secret of [digitsOf(mail), tokenOf(mail), session!.refreshToken!])
      expect(kept).not.toContain(secret);
  });

  it("makes exactly one account of parallel sign-ups with one name", async () => {
    const attempts = Array.from({ length: 8 }, (_, index) =>
      request({ username: index % 2 ? "Twin" : "TWIN" }),
    );
    const results = await Promise.all(attempts.map((attempt) => codeOf(signUp(attempt))));
    expect(results.filter((code) => code === "ok")).toHaveLength(1);
    expect(results.filter((code) => code === "username_taken")).toHaveLength(7);
  });

  it("makes exactly one account of parallel sign-ups with one address", async () => {
    const attempts = Array.from({ length: 6 }, (_, index) =>
      request({ email: index % 2 ? "One@gum.test" : "one@GUM.test" }),
    );
    const results = await Promise.all(attempts.map((attempt) => codeOf(signUp(attempt))));
    expect(results.filter((code) => code === "ok")).toHaveLength(1);
    expect(results.filter((code) => code === "email_taken")).toHaveLength(5);
  });

  it("refuses names that look like one that is taken", async () => {
    await signUp(request({ username: "modern_lo" }));
    expect(await fieldOf(signUp(request({ username: "MODERN_lo" })))).toBe(
      "username_taken username:username_taken",
    );
    expect(await codeOf(signUp(request({ username: "modem_lo" })))).toBe("username_taken");
    expect(await codeOf(signUp(request({ username: "modern_10" })))).toBe("username_taken");
  });

  it.each([
    ["seven77", "password_too_short"],
    ["password1", "password_too_common"],
    ["Password1!", "password_too_common"],
    ["x".repeat(10_000), "password_too_long"],
  ])("refuses the password %#", async (password, code) => {
    expect(await fieldOf(signUp(request({ password })))).toBe(`validation_error password:${code}`);
  });

  it("refuses one's own address as password", async () => {
    const asked = request();
    expect(await fieldOf(signUp({ ...asked, password: asked.email.toUpperCase() }))).toBe(
      "validation_error password:password_own_address",
    );
  });

  it("accepts eight characters, and sixty-four of Japanese and emoji", async () => {
    for (const password of ["k8 xq zz", "秘密の合言葉🏡".repeat(9).slice(0, 64)]) {
      const asked = request({ password });
      await signUp(asked);
      expect(
        await codeOf(signInWithPassword({ ...facts, email: asked.email, password, humanToken: undefined })),
      ).toBe("ok");
    }
  });

  it("lets an address sign up five times an hour", async () => {
    const address = "198.51.100.7";
    for (let index = 0; index < 5; index++) await signUp(request({ address }));
    const error = await signUp(request({ address })).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "rate_limited",
      message: "Too many signup attempts. Please try again later.",
    });
    expect((error as { retryAfter: number }).retryAfter).toBeGreaterThan(3_000);
  });
});

describe("confirming an address", () => {
  it("works once by its digits", async () => {
    const asked = request();
    await signUp(asked);
    const code = digitsOf(await lastMailTo(asked.email));
    const me = await verifyEmail({ email: asked.email.toUpperCase(), code }, "a");
    expect(me.onboarding.completed).toEqual(["email_verified"]);
    expect(await codeOf(verifyEmail({ email: asked.email, code }, "a"))).toBe("invalid_code");
  });

  it("works once by its link, also when it is followed twice at the same time", async () => {
    const asked = request();
    await signUp(asked);
    const token = tokenOf(await lastMailTo(asked.email));
    const results = await Promise.all([1, 2, 3].map(() => codeOf(verifyEmail({ token }, "a"))));
    expect(results.sort()).toEqual(["invalid_code", "invalid_code", "ok"]);
  });

  it("ends the digits after five wrong tries, the right ones too", async () => {
    const asked = request();
    await signUp(asked);
    const code = digitsOf(await lastMailTo(asked.email));
    const wrong = code === "000000" ? "111111" : "000000";
    for (let index = 0; index < 5; index++) {
      expect(await codeOf(verifyEmail({ email: asked.email, code: wrong }, "b"))).toBe("invalid_code");
    }
    expect(await codeOf(verifyEmail({ email: asked.email, code }, "b"))).toBe("invalid_code");
  });

  it("ends with its time", async () => {
    const asked = request();
    await signUp(asked);
    const mail = await lastMailTo(asked.email);
    await db().$executeRaw`UPDATE one_time_codes SET expires_at = now() - interval '1 second'`;
    expect(await codeOf(verifyEmail({ token: tokenOf(mail) }, "c"))).toBe("invalid_code");
    expect(await codeOf(verifyEmail({ email: asked.email, code: digitsOf(mail) }, "c"))).toBe("invalid_code");
  });

  it("is sent again, five times an hour, and only the last one works", async () => {
    const asked = request();
    await signUp(asked);
    const first = await lastMailTo(asked.email);
    const sent = Date.now();
    await resendVerification({ email: asked.email, address: "d", language: "ja" });
    const second = await lastMailTo(asked.email, { after: sent });
    expect(second.subject).toContain("確認コード");
    expect(await codeOf(verifyEmail({ token: tokenOf(first) }, "d"))).toBe("invalid_code");
    for (let index = 0; index < 4; index++) {
      await resendVerification({ email: asked.email, address: "d", language: "en" });
    }
    expect(await codeOf(resendVerification({ email: asked.email, address: "d", language: "en" }))).toBe(
      "rate_limited",
    );
  });

  it("is the only one, also after several requests at once", async () => {
    const asked = request();
    const { user } = await signUp(asked);
    const code = { userId: user.id, email: asked.email, purpose: "verify_email", language: "en" } as const;
    await Promise.all(Array.from({ length: 4 }, () => sendCode(code)));
    expect(await db().oneTimeCode.count({ where: { userId: user.id } })).toBe(1);
  });

  it("says nothing about addresses without an account", async () => {
    await resetLimit("mailAddress", "d");
    expect(await codeOf(resendVerification({ email: "nobody@gum.test", address: "d", language: "en" }))).toBe(
      "ok",
    );
    expect(await codeOf(verifyEmail({ email: "nobody@gum.test", code: "123456" }, "d"))).toBe("invalid_code");
  });
});
