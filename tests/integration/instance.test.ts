import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as announcementRoute from "@/app/api/v1/admin/announcements/[id]/route";
import * as announcementsRoute from "@/app/api/v1/admin/announcements/route";
import * as treeRoute from "@/app/api/v1/admin/invitations/route";
import * as settingsRoute from "@/app/api/v1/admin/settings/route";
import * as dismissRoute from "@/app/api/v1/announcements/dismiss/route";
import * as invitationRoute from "@/app/api/v1/invitations/[id]/route";
import * as invitationsRoute from "@/app/api/v1/invitations/route";
import * as consentRoute from "@/app/api/v2/onboarding/consent/route";
import * as signupRoute from "@/app/api/v2/auth/signup/route";
import { requestEmailChange } from "@/lib/account/service";
import type { ProviderClaims } from "@/lib/auth/provider-claims";
import { finishProvider, signUpWithProvider } from "@/lib/auth/provider-service";
import { signUp } from "@/lib/auth/service";
import { requestSignInCode } from "@/lib/auth/sign-in-code-service";
import { db } from "@/lib/db/client";
import type { Problem } from "@/lib/http/problem";
import type { InstanceSettings, Invitation, Invitations, TreePage } from "@/lib/instance/contract";
import type { Announcement } from "@/lib/instance/contract";
import { getFacts } from "@/lib/instance/facts-service";
import { mustAgree, publishedTerms } from "@/lib/instance/page-file.server";
import { announcementFor } from "@/lib/instance/settings.server";
import * as postsRoute from "@/app/api/v1/posts/route";
import { consumeLimit, resetLimit } from "@/lib/infra/rate-limiter";
import { call, makePerson, type TestPerson } from "../support/people";

/** What an admin sets while the instance runs, and who may sign up by it. */

let admin: TestPerson;
let member: TestPerson;
let count = 0;

// Nobody is signed in by cookie here; the framework's own request scope does not exist.
vi.mock("next/headers", () => ({ cookies: async () => new Map(), headers: async () => new Headers() }));

const facts = { kind: "web", userAgent: "test", device: null, language: "en" } as const;
const fresh = () => {
  const name = `inst${++count}`;
  return { email: `${name}@gum.test`, username: name, address: `198.51.100.${count}` };
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );
const byPassword = (over: { email?: string; invitation?: string } = {}) =>
  signUp({
    ...facts,
    ...fresh(),
    password: "a handful of words",
    displayName: undefined,
    humanToken: undefined,
    ...over,
  });
const claimsOf = (email: string): ProviderClaims => ({
  provider: "oidc",
  issuer: "https://issuer.test",
  subject: email,
  email,
  emailVerified: true,
  username: null,
  displayName: null,
  authenticatedAt: null,
});
const byProvider = (over: { email?: string; invitation?: string } = {}) => {
  const { email, username, address } = fresh();
  return signUpWithProvider(claimsOf(over.email ?? email), {
    ...facts,
    address,
    username,
    displayName: undefined,
    email: undefined,
    invitation: over.invitation,
  });
};
const WAYS = [
  ["a password", byPassword],
  ["a provider", byProvider],
] as const;
const change = (json: object, as = admin) =>
  call<InstanceSettings & Problem>(settingsRoute.PATCH, { as, method: "PATCH", json });
const invite = (as = member) => call<Invitation & Problem>(invitationsRoute.POST, { as, method: "POST" });
const invitations = async (as = member) => (await call<Invitations>(invitationsRoute.GET, { as })).body;
const tree = (query: Record<string, string> = {}, as = admin) =>
  call<TreePage & Problem>(treeRoute.GET, { as, query });
const ageBy = (id: string, interval: string) =>
  db().$executeRawUnsafe(`UPDATE users SET created_at = now() - interval '${interval}' WHERE id = '${id}'`);

beforeAll(async () => {
  process.env.RATE_LIMIT_SCALE = "1000";
  [admin, member] = await Promise.all([makePerson("inst_admin"), makePerson("inst_member")]);
  await db().user.update({ where: { id: admin.id }, data: { role: "admin" } });
  await ageBy(member.id, "2 days");
});
afterEach(async () => {
  await change({ signups: "open", blockedEmailDomains: [] });
});

describe("settings", () => {
  it("are for admins alone, are kept and written into the audit log", async () => {
    expect((await call(settingsRoute.GET, { as: member })).status).toBe(404);
    expect((await change({ signups: "closed" }, member)).status).toBe(404);
    const body = { signups: "invitation", blockedEmailDomains: ["@Spam.Test", "spam.test"] };
    expect((await change(body)).body).toMatchObject({
      signups: "invitation",
      blockedEmailDomains: ["spam.test"],
    });
    expect((await call<InstanceSettings>(settingsRoute.GET, { as: admin })).body.signups).toBe("invitation");
    const entry = await db().auditEntry.findFirstOrThrow({
      where: { actorId: admin.id, action: "instance_settings" },
      orderBy: { id: "desc" },
    });
    expect(entry.details).toEqual({ signups: "invitation", blockedEmailDomains: ["spam.test"] });
  });

  it.each([{ signups: "sometimes" }, { blockedEmailDomains: ["no domain"] }, { other: true }])(
    "refuse %j",
    async (body) => {
      expect(await change(body)).toMatchObject({ status: 400, body: { code: "validation_error" } });
    },
  );
});

describe("the terms", () => {
  const agree = (json: object) => call<Problem>(consentRoute.POST, { as: member, json });
  const agreedTo = async () =>
    (await db().user.findUniqueOrThrow({ where: { id: member.id }, select: { termsVersion: true } }))
      .termsVersion;

  it("are agreed to in the version that is published, which alone can be asked for", async () => {
    const published = await publishedTerms();
    expect(await change({ termsVersion: published + 1 })).toMatchObject({ status: 400 });
    expect((await change({ termsVersion: published }, member)).status).toBe(404);
    expect((await change({ termsVersion: published })).body.termsVersion).toBe(published);
    await db().user.update({ where: { id: member.id }, data: { termsVersion: 0 } });
    expect(await mustAgree(await agreedTo())).toBe(true);
    expect(await agree({ version: "v1", terms: published + 1 })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect(await agreedTo()).toBe(0);
    expect((await agree({ version: "v1", terms: published })).status).toBe(200);
    expect(await mustAgree(await agreedTo())).toBe(false);
    await db().user.update({ where: { id: member.id }, data: { termsVersion: 0 } });
    expect((await agree({ version: "v1" })).status).toBe(200);
    expect(await agreedTo()).toBe(published);
  });
});

describe("the figures", () => {
  it("are for admins alone, and count people, sign-ups, storage and work", async () => {
    await expect(getFacts({ id: member.id })).rejects.toMatchObject({ code: "not_found" });
    const newest = await makePerson("inst_counted", { isNew: true });
    const { people, signups, storage, work, health } = await getFacts({ id: admin.id });
    expect(people).toMatchObject({ isEstimate: false });
    expect(people!.total).toBe(await db().user.count());
    expect(people!.activeDay).toBeGreaterThanOrEqual(3);
    expect(people!.activeWeek).toBeGreaterThanOrEqual(people!.activeDay);
    const today = (await db().user.findUniqueOrThrow({ where: { id: newest.id } })).createdAt;
    const day = today.toISOString().slice(0, 10);
    expect(signups!.find((each) => each.day === day)!.count).toBeGreaterThanOrEqual(1);
    expect(storage!.database).toBeGreaterThan(1_000_000);
    expect(storage!.disk!.total).toBeGreaterThan(storage!.disk!.free);
    for (const count of Object.values(work!)) expect(count).toBeGreaterThanOrEqual(0);
    expect(health).toMatchObject({ database: "ok", files: "ok" });
  });
});

describe.each(WAYS)("signing up with %s", (_, join) => {
  it("is for everybody, for nobody, and by invitation", async () => {
    expect(await codeOf(join())).toBe("ok");
    await change({ signups: "closed" });
    expect(await codeOf(join())).toBe("signups_disabled");
    await change({ signups: "invitation" });
    const { code } = (await invite()).body;
    expect(await codeOf(join())).toBe("invitation_required");
    expect(await codeOf(join({ invitation: "AAAA-AAAA-AAAA" }))).toBe("invitation_invalid");
    expect(await codeOf(join({ invitation: code.toLowerCase() }))).toBe("ok");
    expect(await codeOf(join({ invitation: code }))).toBe("invitation_invalid");
  });

  it("takes no address of a blocked domain", async () => {
    await change({ blockedEmailDomains: ["throwaway.test"] });
    expect(await codeOf(join({ email: `a${count}@mail.throwaway.test` }))).toBe("email_domain_blocked");
    expect(await codeOf(join())).toBe("ok");
  });
});

describe("other ways in", () => {
  it("make no account: a code by mail, and a provider's newcomer while sign-ups are closed", async () => {
    await change({ signups: "closed" });
    const before = await db().user.count();
    const { email, address } = fresh();
    await requestSignInCode({ email, address, humanToken: undefined, language: "en" });
    const away = { step: "away", provider: "oidc", purpose: "sign_in" } as Parameters<
      typeof finishProvider
    >[0];
    expect(await codeOf(finishProvider(away, claimsOf(email), { ...facts, address }))).toBe(
      "signups_disabled",
    );
    expect(await db().user.count()).toBe(before);
  });

  it("nobody changes to an address of a blocked domain", async () => {
    await change({ blockedEmailDomains: ["throwaway.test"] });
    const { user, session } = await byPassword();
    const actor = { userId: user.id, sessionId: session!.sessionId };
    const body = { email: "new@throwaway.test", language: "en" } as const;
    expect(await codeOf(requestEmailChange(actor, body))).toBe("email_domain_blocked");
  });

  it("a program that fills in the field that nobody sees gets no account", async () => {
    const { email, username } = fresh();
    const json = { email, username, password: "a handful of words", homepage: "https://spam.test" };
    expect(await call<Problem>(signupRoute.POST, { json })).toMatchObject({
      status: 400,
      body: { code: "human_check_failed" },
    });
  });
});

describe("announcements", () => {
  type Announced = { items: Announcement[] } & Problem;
  const announce = (text: string, as = admin) =>
    call<Announced>(announcementsRoute.POST, { as, json: { text } });
  const dismissedBy = async ({ id }: TestPerson) =>
    (await db().user.findUniqueOrThrow({ where: { id }, select: { dismissedAnnouncementId: true } }))
      .dismissedAnnouncementId;

  it("are shown to everybody, the newest alone, until one dismisses it or it is ended", async () => {
    expect((await announce("Mine", member)).status).toBe(404);
    await announce("First");
    const { items } = (await announce("Second")).body;
    expect(items.map(({ text, endedAt }) => [text, endedAt === null])).toEqual([
      ["Second", true],
      ["First", false],
    ]);
    const [second, first] = items as [Announcement, Announcement];
    for (const id of [second.id, first.id, member.id])
      expect((await call(dismissRoute.POST, { as: member, json: { id } })).status).toBe(204);
    expect(await dismissedBy(member)).toBe(second.id);
    const shownTo = async (person: TestPerson) =>
      (await announcementFor(await dismissedBy(person)))?.text ?? null;
    expect([await shownTo(member), await shownTo(admin)]).toEqual([null, "Second"]);
    await announce("Third");
    expect([await shownTo(member), await shownTo(admin)]).toEqual(["Third", "Third"]);
    const { id } = (await call<Announced>(announcementsRoute.GET, { as: admin })).body.items[0]!;
    const end = (as: TestPerson) => call(announcementRoute.DELETE, { as, method: "DELETE", params: { id } });
    expect([(await end(member)).status, (await end(admin)).status, (await end(admin)).status]).toEqual([
      404, 200, 404,
    ]);
    expect(await shownTo(member)).toBeNull();
  });
});

describe("the first day of an account", () => {
  it("has lower limits, but for moderators", async () => {
    const one = await makePerson("inst_day", { isNew: true });
    const kind = { kind: "text", body: "", media: [] };
    const post = (as: TestPerson) => call<Problem>(postsRoute.POST, { as, json: kind });
    // Limits are a thousandfold here: one of 30,000 is left, and a post of a new account counts two.
    const many = async (as: TestPerson) => {
      await consumeLimit("posts", as.id, { points: 29_999 });
      return (await post(as)).body.code;
    };
    expect(await many(one)).toBe("rate_limited");
    expect(await many(member)).toBe("validation_error");
    expect(await many(admin)).toBe("validation_error");
    for (const { id } of [one, member, admin]) await resetLimit("posts", id);
  });
});

describe("invitations", () => {
  it("are used by one person when two come at once", async () => {
    await change({ signups: "invitation" });
    const { code } = (await invite()).body;
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(byPassword({ invitation: code }))));
    expect(codes.sort()).toEqual(["invitation_invalid", "invitation_invalid", "ok"]);
  });

  it("are five at most, ended by whoever made them, and nobody else's business", async () => {
    const one = await makePerson("inst_five");
    await ageBy(one.id, "2 days");
    await change({ signups: "invitation" });
    const made = [];
    for (let i = 0; i < 5; i++) made.push((await invite(one)).body);
    expect((await invite(one)).body.code).toBe("quota_exceeded");
    const end = (id: string, as = one) =>
      call(invitationRoute.DELETE, { as, method: "DELETE", params: { id } });
    expect((await end(made[0]!.id, member)).status).toBe(404);
    expect((await end(made[0]!.id)).status).toBe(204);
    expect(await codeOf(byPassword({ invitation: made[0]!.code }))).toBe("invitation_invalid");
    expect(await invitations(one)).toMatchObject({ left: 1, mode: "invitation", from: null });
    expect((await invitations(one)).items).toHaveLength(4);
  });

  it("are not made on an account's first day, and do not outlive their term or their maker's standing", async () => {
    const one = await makePerson("inst_new", { isNew: true });
    await change({ signups: "invitation" });
    expect((await invite(one)).body.code).toBe("account_new");
    expect(Date.parse((await invitations(one)).from!)).toBeGreaterThan(Date.now());
    await ageBy(one.id, "2 days");
    const [late, held] = [(await invite(one)).body, (await invite(one)).body];
    await db().invitation.update({ where: { id: late.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await codeOf(byPassword({ invitation: late.code }))).toBe("invitation_invalid");
    const until = new Date(Date.now() + 60_000);
    await db().user.update({ where: { id: one.id }, data: { limitedUntil: until } });
    expect(await codeOf(byPassword({ invitation: held.code }))).toBe("invitation_invalid");
    expect((await invite(one)).body.code).toBe("account_limited");
    await db().user.update({ where: { id: one.id }, data: { limitedUntil: null } });
    expect(await codeOf(byPassword({ invitation: held.code }))).toBe("ok");
  });

  it("are a tree that admins see", async () => {
    const root = await makePerson("inst_root");
    await ageBy(root.id, "2 days");
    await change({ signups: "invitation" });
    const child = (await byPassword({ invitation: (await invite(root)).body.code })).user;
    expect((await tree({}, member)).status).toBe(404);
    const { items } = (await tree()).body;
    expect(items.find(({ person }) => person.id === root.id)).toMatchObject({ invited: 1 });
    expect(items.some(({ person }) => person.id === child.id)).toBe(false);
    const below = (await tree({ of: root.id, limit: "1" })).body;
    expect(below).toMatchObject({ items: [{ person: { id: child.id }, invited: 0 }], nextCursor: null });
    expect((await invitations(root)).items[0]).toMatchObject({ invitee: { id: child.id } });
  });
});
