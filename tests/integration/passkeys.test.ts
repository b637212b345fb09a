import { generateKeyPairSync, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type {
  LoginResponse,
  RecoveryCodesResponse,
  SignupResponse,
  TotpEnrolment,
} from "@/lib/auth/contract";
import type { PasskeyInfo } from "@/lib/auth/passkey-contract";
import { ApiClient } from "../support/api";
import { firstCode } from "../support/authenticator";
import { type Claims, type Options, PasskeyVisitor, SoftwareAuthenticator } from "../support/passkey";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** Passkeys over HTTP, with an authenticator in software whose every claim can be forged. */

const PASSWORD = "a handful of words";
let server: SharedServer;

beforeAll(() => {
  server = sharedServer();
});

type Person = { client: ApiClient; email: string; id: string };

async function person(): Promise<Person> {
  const username = `pk_${randomBytes(5).toString("hex")}`;
  const email = `${username}@gum.test`;
  const client = new ApiClient(server.url);
  const signup = await client.must<SignupResponse>("POST", "/v2/auth/signup", {
    email,
    username,
    password: PASSWORD,
  });
  client.accessToken = signup.accessToken;
  await server.database.query(
    `UPDATE users SET email_verified_at = now(), consent_version = 'v1', consent_at = now(), profile_completed_at = now()
     WHERE id = $1`,
    [signup.userId],
  );
  return { client, email, id: signup.userId };
}

const optionsOf = async (client: ApiClient, path: string) =>
  (await client.must<{ options: Options }>("POST", `/v2/auth/passkeys/${path}`)).options;

async function register({ client }: Person, name = "Laptop", claims: Claims = {}) {
  const authenticator = new SoftwareAuthenticator(server.url);
  const credential = authenticator.create(await optionsOf(client, "registration"), claims);
  const passkey = await client.must<PasskeyInfo>("POST", "/v2/auth/passkeys", { name, credential });
  authenticator.counter = claims.counter ?? 0;
  return { authenticator, passkey };
}

const codeOf = async (client: ApiClient, method: string, path: string, body?: object) =>
  ((await client.call<{ code?: string }>(method, path, body)).body ?? {}).code ?? "ok";

describe("registering", () => {
  it("keeps name, counter, backup state and key, and tells by mail", async () => {
    const owner = await person();
    const { passkey } = await register(owner, "  My laptop ", { counter: 7 });
    expect(passkey).toMatchObject({ name: "My laptop", backedUp: false, lastUsedAt: null });
    const [row] = await server.database.query(
      "SELECT counter::int, backup_eligible, backed_up, transports FROM passkeys WHERE id = $1",
      [passkey.id],
    );
    expect(row).toEqual({ counter: 7, backup_eligible: false, backed_up: false, transports: ["internal"] });
    await expect
      .poll(async () =>
        (
          await server.database.query<{ subject: string }>(
            "SELECT subject FROM outbox_mails WHERE recipient = $1",
            [owner.email],
          )
        ).map(({ subject }) => subject),
      )
      .toContain("A passkey was added");
  });

  it("takes a recent proof, and one challenge each", async () => {
    const owner = await person();
    const authenticator = new SoftwareAuthenticator(server.url);
    const credential = authenticator.create(await optionsOf(owner.client, "registration"));
    await owner.client.must("POST", "/v2/auth/passkeys", { name: "a", credential });
    expect(await codeOf(owner.client, "POST", "/v2/auth/passkeys", { name: "b", credential })).toBe(
      "passkey_refused",
    );
    await server.database.query(
      "UPDATE sessions SET reauthenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [owner.id],
    );
    expect(await codeOf(owner.client, "POST", "/v2/auth/passkeys/registration")).toBe(
      "reauthentication_required",
    );
    expect(await codeOf(owner.client, "POST", "/v2/auth/passkeys", { name: "b", credential })).toBe(
      "reauthentication_required",
    );
  });

  it.each<[string, Claims]>([
    ["another origin", { origin: "https://evil.test" }],
    ["the twin of this loopback origin", { origin: "http://127.0.0.1:1" }],
    ["another host", { rpId: "evil.test" }],
    ["a signature for signing in", { type: "webauthn.get" }],
    ["a challenge of its own", { challenge: randomBytes(32).toString("base64url") }],
    ["a frame of another origin", { crossOrigin: true }],
    ["nobody present", { up: false }],
  ])("refuses %s", async (_, claims) => {
    const { client } = await person();
    const options = await optionsOf(client, "registration");
    const credential = new SoftwareAuthenticator(server.url).create(options, claims);
    expect(await codeOf(client, "POST", "/v2/auth/passkeys", { name: "a", credential })).toBe(
      "passkey_refused",
    );
  });

  it("refuses another person's challenge, another session's, and one that has expired", async () => {
    const [one, other] = [await person(), await person()];
    const add = (client: ApiClient, options: Options) =>
      codeOf(client, "POST", "/v2/auth/passkeys", {
        name: "a",
        credential: new SoftwareAuthenticator(server.url).create(options),
      });
    expect(await add(other.client, await optionsOf(one.client, "registration"))).toBe("passkey_refused");
    const second = new ApiClient(server.url);
    second.accessToken = (
      await second.must<LoginResponse>("POST", "/v2/auth/login", { email: one.email, password: PASSWORD })
    ).accessToken;
    expect(await add(second, await optionsOf(one.client, "registration"))).toBe("passkey_refused");
    const late = await optionsOf(one.client, "registration");
    await server.database.query(
      "UPDATE passkey_challenges SET expires_at = now() - interval '1 second' WHERE user_id = $1",
      [one.id],
    );
    expect(await add(one.client, late)).toBe("passkey_refused");
  });

  it("refuses what is no credential, without a fault of the server", async () => {
    const { client } = await person();
    const options = await optionsOf(client, "registration");
    const good = new SoftwareAuthenticator(server.url).create(options);
    for (const broken of [
      {},
      { ...good, type: "password" },
      { ...good, id: "ä" },
      { ...good, response: { ...good.response, clientDataJSON: "x".repeat(9_000) } },
    ])
      expect(await codeOf(client, "POST", "/v2/auth/passkeys", { name: "a", credential: broken })).toBe(
        "validation_error",
      );
    for (const broken of [
      { ...good, response: { ...good.response, clientDataJSON: "bnVsbA" } },
      { ...good, response: { ...good.response, clientDataJSON: "AAAA" } },
      { ...good, response: { ...good.response, attestationObject: "AAAA" } },
    ])
      expect(await codeOf(client, "POST", "/v2/auth/passkeys", { name: "a", credential: broken })).toBe(
        "passkey_refused",
      );
  });

  it("refuses a credential that somebody else has, and the twenty-first", async () => {
    const owner = await person();
    const { authenticator } = await register(owner);
    const thief = await person();
    const copied = authenticator.create(await optionsOf(thief.client, "registration"));
    expect(await codeOf(thief.client, "POST", "/v2/auth/passkeys", { name: "a", credential: copied })).toBe(
      "conflict",
    );
    await server.database.query(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, name, backup_eligible, backed_up)
       SELECT gen_random_uuid(), $1, gen_random_uuid()::text, '', 'x', false, false FROM generate_series(1, 20)`,
      [thief.id],
    );
    expect(await codeOf(thief.client, "POST", "/v2/auth/passkeys/registration")).toBe("quota_exceeded");
  });
});

describe("signing in without an address", () => {
  it("works with each of two passkeys, and notes the use", async () => {
    const owner = await person();
    const laptop = await register(owner, "Laptop", { counter: 1 });
    const phone = await register(owner, "Phone");
    for (const { authenticator } of [laptop, phone]) {
      const visitor = new PasskeyVisitor(server.url);
      const answer = await visitor.signIn(authenticator.get(await visitor.options()));
      expect([answer.status, answer.user?.id]).toEqual([200, owner.id]);
    }
    const { items } = await owner.client.must<{ items: PasskeyInfo[] }>("GET", "/v2/auth/passkeys");
    expect(items.map(({ name }) => name)).toEqual(["Phone", "Laptop"]);
    for (const { lastUsedAt } of items) expect(lastUsedAt).not.toBeNull();
  });

  it("is two factors: a person with an authenticator app is not asked for its code", async () => {
    const owner = await person();
    const { authenticator } = await register(owner);
    await enrolTotp(owner);
    const visitor = new PasskeyVisitor(server.url);
    expect((await visitor.signIn(authenticator.get(await visitor.options()))).code).toBe("ok");
  });

  it("refuses a replay, also of two at once", async () => {
    const { authenticator } = await register(await person());
    const visitor = new PasskeyVisitor(server.url);
    const credential = authenticator.get(await visitor.options());
    const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.signIn(credential)));
    expect(answers.map(({ code }) => code).sort()).toEqual([
      "ok",
      ...Array<string>(3).fill("passkey_refused"),
    ]);
  });

  it.each<[string, Claims]>([
    ["another origin", { origin: "https://evil.test" }],
    ["another host", { rpId: "evil.test" }],
    ["a signature for registering", { type: "webauthn.create" }],
    ["a person who was not verified", { uv: false }],
    ["nobody present", { up: false, uv: false }],
    ["another key", { key: generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey }],
    ["another person's handle", { userHandle: randomBytes(16).toString("base64url") }],
    ["a frame of another origin", { crossOrigin: true }],
    ["a challenge of its own", { challenge: randomBytes(32).toString("base64url") }],
  ])("refuses %s, and consumes nothing but the challenge", async (_, claims) => {
    const { authenticator } = await register(await person());
    const visitor = new PasskeyVisitor(server.url);
    const answer = await visitor.signIn(authenticator.get(await visitor.options(), claims));
    expect([answer.status, answer.code]).toEqual([401, "passkey_refused"]);
    expect((await visitor.signIn(authenticator.get(await visitor.options()))).code).toBe("ok");
  });

  it("refuses a counter that goes back or stands, which only a copy does", async () => {
    const { authenticator } = await register(await person(), "Key", { counter: 5 });
    const visitor = new PasskeyVisitor(server.url);
    const signIn = async (counter: number) =>
      (await visitor.signIn(authenticator.get(await visitor.options(), { counter }))).code;
    expect(await signIn(9)).toBe("ok");
    expect(await signIn(9)).toBe("passkey_refused");
    expect(await signIn(8)).toBe("passkey_refused");
    expect(await signIn(0)).toBe("passkey_refused");
    expect(await signIn(10)).toBe("ok");
  });

  it("refuses another browser's challenge, and one for another purpose", async () => {
    const owner = await person();
    const { authenticator } = await register(owner);
    const [visitor, other] = [new PasskeyVisitor(server.url), new PasskeyVisitor(server.url)];
    await other.options();
    const options = await visitor.options();
    expect((await other.signIn(authenticator.get(options))).code).toBe("passkey_refused");
    expect((await new PasskeyVisitor(server.url).signIn(authenticator.get(options))).code).toBe(
      "passkey_refused",
    );
    expect((await visitor.signIn(authenticator.get(options))).code).toBe("ok");
    const reauthenticate = await optionsOf(owner.client, "reauthenticate");
    expect((await visitor.signIn(authenticator.get(reauthenticate))).code).toBe("passkey_refused");
  });

  it("keeps the challenges of two tabs of a browser apart", async () => {
    const { authenticator } = await register(await person());
    const visitor = new PasskeyVisitor(server.url);
    const [first, second] = [await visitor.options(), await visitor.options()];
    expect((await visitor.signIn(authenticator.get(second))).code).toBe("ok");
    expect((await visitor.signIn(authenticator.get(first))).code).toBe("ok");
  });

  it("refuses a passkey that was removed; password and code go on", async () => {
    const owner = await person();
    const { authenticator, passkey } = await register(owner);
    const stranger = await person();
    expect(await codeOf(stranger.client, "DELETE", `/v2/auth/passkeys/${passkey.id}`)).toBe("not_found");
    expect(await codeOf(stranger.client, "PATCH", `/v2/auth/passkeys/${passkey.id}`, { name: "x" })).toBe(
      "not_found",
    );
    await owner.client.must("PATCH", `/v2/auth/passkeys/${passkey.id}`, { name: "Old laptop" });
    await owner.client.must("DELETE", `/v2/auth/passkeys/${passkey.id}`);
    const visitor = new PasskeyVisitor(server.url);
    expect((await visitor.signIn(authenticator.get(await visitor.options()))).code).toBe("passkey_refused");
    const { status } = await visitor.send("login", { email: owner.email, password: PASSWORD });
    expect(status).toBe(200);
  });
});

async function enrolTotp({ client }: Person): Promise<string> {
  const { secret } = await client.must<TotpEnrolment>("POST", "/v2/auth/factors");
  await client.must<RecoveryCodesResponse>("POST", "/v2/auth/factors/confirm", {
    code: await firstCode(secret),
  });
  return secret;
}

/** The answer to a right password where a second factor is due. */
async function passwordOf(visitor: PasskeyVisitor, { email }: Person) {
  const { body } = await visitor.send<{ details: { challenge: string; passkeyHost: string | null } }>(
    "login",
    {
      email,
      password: PASSWORD,
    },
  );
  expect(body.code).toBe("second_factor_required");
  return body.details;
}

describe("as second factor", () => {
  it("takes the place of the code, also where it cannot verify its person", async () => {
    const owner = await person();
    await enrolTotp(owner);
    const visitor = new PasskeyVisitor(server.url);
    expect((await passwordOf(visitor, owner)).passkeyHost).toBeNull();
    const { authenticator } = await register(owner);
    const { challenge, passkeyHost } = await passwordOf(visitor, owner);
    expect(passkeyHost).toBe("localhost");
    const options = (await visitor.options(challenge)) as Options & { allowCredentials: { id: string }[] };
    expect(options.allowCredentials).toHaveLength(1);
    const credential = authenticator.get(options, { uv: false, userHandle: null });
    const answer = await visitor.signIn(credential, challenge);
    expect([answer.status, answer.user?.id]).toEqual([200, owner.id]);
  });

  it("refuses another person's passkey, and a challenge that is not of a password", async () => {
    const [owner, other] = [await person(), await person()];
    await enrolTotp(owner);
    await register(owner);
    const { authenticator } = await register(other);
    const visitor = new PasskeyVisitor(server.url);
    const { challenge } = await passwordOf(visitor, owner);
    const options = await visitor.options(challenge);
    expect((await visitor.signIn(authenticator.get(options), challenge)).code).toBe("passkey_refused");
    const { body } = await visitor.send("passkeys/options", { challenge: "forged" });
    expect(body.code).toBe("invalid_token");
    expect((await visitor.signIn(authenticator.get(await visitor.options()), "forged")).code).toBe(
      "invalid_token",
    );
  });

  it("does not sign in without its password: a signature for it is worth nothing alone", async () => {
    const owner = await person();
    await enrolTotp(owner);
    const { authenticator } = await register(owner);
    const visitor = new PasskeyVisitor(server.url);
    const { challenge } = await passwordOf(visitor, owner);
    const credential = authenticator.get(await visitor.options(challenge), { uv: false });
    expect((await visitor.signIn(credential)).code).toBe("passkey_refused");
  });
});

describe("as proof of who one is", () => {
  it("counts like the password, for this session only, once", async () => {
    const owner = await person();
    const { authenticator } = await register(owner);
    await server.database.query(
      "UPDATE sessions SET reauthenticated_at = now() - interval '11 minutes' WHERE user_id = $1",
      [owner.id],
    );
    const remove = () => codeOf(owner.client, "POST", "/v2/auth/factors");
    expect(await remove()).toBe("reauthentication_required");
    const passkey = authenticator.get(await optionsOf(owner.client, "reauthenticate"));
    await owner.client.must("POST", "/v2/auth/reauthenticate", { passkey });
    expect(await remove()).toBe("ok");
    expect(await codeOf(owner.client, "POST", "/v2/auth/reauthenticate", { passkey })).toBe(
      "passkey_refused",
    );
  });

  it("is refused from a person without one, and with somebody else's", async () => {
    const [owner, other] = [await person(), await person()];
    expect(await codeOf(other.client, "POST", "/v2/auth/passkeys/reauthenticate")).toBe("not_found");
    const { authenticator } = await register(owner);
    await register(other);
    const passkey = authenticator.get(await optionsOf(other.client, "reauthenticate"));
    expect(await codeOf(other.client, "POST", "/v2/auth/reauthenticate", { passkey })).toBe(
      "passkey_refused",
    );
  });
});

describe("headers", () => {
  it("leave passkeys to our own pages, and deny them to app frames", async () => {
    const policyOf = async (path: string) =>
      (await fetch(`${server.url}${path}`)).headers.get("permissions-policy");
    expect(await policyOf("/login")).toContain("publickey-credentials-get=(self)");
    expect(await policyOf("/login")).toContain("publickey-credentials-create=(self)");
    const frame = (await fetch(`${server.url}/sandbox/run?probe=1`)).headers.get("permissions-policy");
    expect(frame).toContain("publickey-credentials-get=()");
    expect(frame).toContain("publickey-credentials-create=()");
  });
});
