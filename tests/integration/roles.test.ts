import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { sendCode } from "@/lib/auth/code-service";
import { verifyEmail } from "@/lib/auth/verification-service";
import { serverEnv } from "@/lib/config/env.server";
import { db } from "@/lib/db/client";
import { appointFirstAdmin, requireModerator } from "@/lib/moderation/role-service";
import { makePerson, type TestPerson } from "../support/people";

const exec = promisify(execFile);
const roleOf = async (id: string) =>
  (await db().user.findUniqueOrThrow({ where: { id }, select: { role: true } })).role;
const gum = (...args: string[]) =>
  exec(process.execPath, ["bin/gum.mjs", ...args], { env: process.env }).then(
    ({ stdout }) => ({ status: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ status: error.code, text: error.stderr }),
  );
const entriesOf = (id: string) =>
  db().auditEntry.findMany({ where: { personId: id }, orderBy: { id: "asc" } });

describe("roles", () => {
  let mio: TestPerson;
  beforeAll(async () => {
    mio = await makePerson("mio_role");
  });

  it("are given and taken on the command line, and count at once", async () => {
    await expect(requireModerator(mio)).rejects.toMatchObject({ code: "not_found" });
    expect(await gum("admin", "list")).toEqual({ status: 0, text: "There is no admin.\n" });
    expect((await gum("admin", "add", "@Mio_Role")).text).toBe("mio_role is an admin now.\n");
    expect((await gum("admin", "list")).text).toBe("mio_role\n");
    expect(await requireModerator(mio)).toEqual({ id: mio.id, role: "admin" });
    expect(await gum("moderator", "add", "mio_role")).toEqual({
      status: 1,
      text: "mio_role is an admin, which is more: run gum admin remove mio_role first.\n",
    });
    expect(await roleOf(mio.id)).toBe("admin");
    expect((await gum("admin", "remove", "mio_role")).text).toBe("mio_role is a member now.\n");
    expect((await gum("moderator", "add", "mio_role")).text).toBe("mio_role is a moderator now.\n");
    expect((await gum("admin", "remove", "mio_role")).text).toContain("nothing to do");
    expect((await gum("moderator", "remove", "mio_role")).text).toBe("mio_role is a member now.\n");
    await expect(requireModerator(mio)).rejects.toMatchObject({ code: "not_found" });
    expect(
      (await entriesOf(mio.id)).map(({ actorName, action, details }) => [actorName, action, details]),
    ).toEqual(["admin", "member", "moderator", "member"].map((role) => ["command line", "role", { role }]));
  });

  it("of nobody, and wrong usage, are said", async () => {
    expect(await gum("admin", "add", "no_such_person")).toEqual({
      status: 1,
      text: "Nobody is called no_such_person.\n",
    });
    expect((await gum("admin", "add")).status).toBe(2);
    expect((await gum("admin", "grant", "mio_role")).status).toBe(2);
    expect((await gum("admin", "list", "mio_role")).status).toBe(2);
  });

  it("that do not exist are refused by the database", async () => {
    await expect(db().user.update({ where: { id: mio.id }, data: { role: "owner" } })).rejects.toThrow();
  });
});

describe("the audit log", () => {
  it("is refused every change", async () => {
    const [entry] = await db().auditEntry.findMany({ take: 1 });
    expect(entry).toBeDefined();
    const where = { id: entry!.id };
    await expect(db().auditEntry.update({ where, data: { reason: "other" } })).rejects.toThrow(/only grows/);
    await expect(db().auditEntry.delete({ where })).rejects.toThrow(/only grows/);
    await expect(db().$executeRaw`TRUNCATE audit_log`).rejects.toThrow(/only grows/);
    expect(await db().auditEntry.findUnique({ where })).toEqual(entry);
  });
});

describe("ADMIN_EMAIL", () => {
  const env = serverEnv();
  afterEach(() => {
    env.ADMIN_EMAIL = undefined;
  });

  it("names the admin of an instance that has none, once the address is confirmed", async () => {
    const claimed = await makePerson("first_admin", { onboarded: false });
    env.ADMIN_EMAIL = `${claimed.id}@GUM.test`;
    await appointFirstAdmin();
    expect(await roleOf(claimed.id)).toBe("member");
    const email = `${claimed.id}@gum.test`;
    await sendCode({ userId: claimed.id, email, purpose: "verify_email", language: "en" });
    const { text } = await db().outboxMail.findFirstOrThrow({ where: { recipient: email } });
    await verifyEmail({ token: /#token=([\w-]+)/.exec(text)![1]! }, "192.0.2.1");
    expect(await roleOf(claimed.id)).toBe("admin");
    expect(await entriesOf(claimed.id)).toMatchObject([
      { actorName: "ADMIN_EMAIL", details: { role: "admin" } },
    ]);
  });

  it("is nobody's once there is an admin", async () => {
    const late = await makePerson("late_admin");
    env.ADMIN_EMAIL = `${late.id}@gum.test`;
    await appointFirstAdmin();
    expect(await roleOf(late.id)).toBe("member");
  });
});
