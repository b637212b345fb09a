import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { TotpEnrolment } from "@/lib/auth/contract";
import { appCode, firstCode } from "../support/authenticator";
import { hostedCode } from "../support/hosted";
import { type SharedServer, sharedServer } from "../support/shared-server";
import { WebVisitor } from "../support/web-visitor";

/** A sign-in in a browser replaces its cookie, and ends the session of the earlier one. */

const COOKIE = "next-auth.session-token";
const PASSWORD = "a handful of words";
let server: SharedServer;
beforeAll(() => {
  server = sharedServer();
});

const fresh = () => {
  const username = `rs_${randomBytes(5).toString("hex")}`;
  return { username, email: `${username}@gum.test`, password: PASSWORD };
};

async function signedUp() {
  const visitor = new WebVisitor(server.url);
  const account = fresh();
  expect((await visitor.call("POST", "/v2/auth/signup", account)).status).toBe(201);
  await server.database.query(
    `UPDATE users SET email_verified_at = now(), consent_version = 'v1', profile_completed_at = now()
      WHERE email = $1`,
    [account.email],
  );
  return { visitor, ...account };
}

/** Somebody's browser, and what the cookie that it has now is still good for. */
async function browser() {
  const { visitor } = await signedUp();
  const earlier = visitor.cookies().get(COOKIE)!;
  const statusOf = async (cookie: string) =>
    (await fetch(`${server.url}/api/v2/auth/me`, { headers: { cookie: `${COOKIE}=${cookie}` } })).status;
  const statuses = async () => [await statusOf(earlier), await statusOf(visitor.cookies().get(COOKIE)!)];
  expect(await statuses()).toEqual([200, 200]);
  return { visitor, statuses };
}

describe("the earlier session of a browser", () => {
  it("ends with a sign-up, not with one that fails", async () => {
    const { visitor, statuses } = await browser();
    const { email } = await signedUp();
    expect((await visitor.call("POST", "/v2/auth/signup", { ...fresh(), email })).body.code).toBe(
      "email_taken",
    );
    expect(await statuses()).toEqual([200, 200]);
    expect((await visitor.call("POST", "/v2/auth/signup", fresh())).status).toBe(201);
    expect(await statuses()).toEqual([401, 200]);
  });

  it("ends with a mailed code, not with the request for one or a wrong one", async () => {
    const { visitor, statuses } = await browser();
    const { email } = await signedUp();
    const after = Date.now();
    expect((await visitor.call("POST", "/v2/auth/otp", { email })).status).toBe(202);
    const code = await hostedCode(server, email, { after });
    const wrong = code === "000000" ? "111111" : "000000";
    expect((await visitor.call("POST", "/v2/auth/otp", { email, code: wrong })).body.code).toBe(
      "invalid_code",
    );
    expect(await statuses()).toEqual([200, 200]);
    expect((await visitor.call("POST", "/v2/auth/otp", { email, code })).status).toBe(200);
    expect(await statuses()).toEqual([401, 200]);
  });

  it("ends with a second factor, not with the password before it", async () => {
    const { visitor, statuses } = await browser();
    const { visitor: home, email } = await signedUp();
    const { body } = await home.call<TotpEnrolment>("POST", "/v2/auth/factors", { name: "x" });
    const code = await firstCode(body.secret);
    expect((await home.call("POST", "/v2/auth/factors/confirm", { code })).status).toBeLessThan(300);
    const half = await visitor.call<{ details: { challenge: string } }>("POST", "/v2/auth/login", {
      email,
      password: PASSWORD,
    });
    expect(half.body.code).toBe("second_factor_required");
    expect(await statuses()).toEqual([200, 200]);
    const { challenge } = half.body.details;
    const done = await visitor.call("POST", "/v2/auth/challenge", { challenge, code: appCode(body.secret) });
    expect(done.status).toBe(200);
    expect(await statuses()).toEqual([401, 200]);
  });
});
