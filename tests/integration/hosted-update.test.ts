import { beforeAll, describe, expect, it } from "vitest";
import { signInWithPassword, signUp } from "@/lib/auth/service";
import type { Viewer } from "@/lib/auth/viewer.server";
import { db } from "@/lib/db/client";
import { updateHostedUser } from "@/lib/hosted/auth-service";
import { HOSTED_PASSWORD, hostedClient, hostedCode, hostedPerson } from "../support/hosted";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** `updateUser` of an unmodified supabase-js with several changes at once. */

let server: SharedServer;
beforeAll(() => {
  server = sharedServer();
});

const NEW_PASSWORD = "another handful of words";

describe("several changes at once", () => {
  it.each(["an address", "a username"])("are all refused with %s that is taken", async (what) => {
    const [owner, other] = [await hostedPerson(server), await hostedPerson(server)];
    const elsewhere = await hostedClient(server);
    await elsewhere.auth.signInWithPassword({ email: owner.email, password: HOSTED_PASSWORD });
    const free = `free-${owner.email}`;
    const refused = await owner.client.auth.updateUser({
      password: NEW_PASSWORD,
      email: what === "an address" ? other.email : free,
      data: { bio: "Hello", username: what === "a username" ? other.username : owner.username },
    });
    expect(refused.error?.code).toBe(what === "an address" ? "user_already_exists" : "username_taken");
    expect((await elsewhere.auth.getUser()).data.user?.user_metadata).toMatchObject({ bio: "" });
    const mails = await server.database.query("SELECT 1 FROM outbox_mails WHERE recipient = $1", [free]);
    expect(mails).toEqual([]);
    const signIn = (password: string) => elsewhere.auth.signInWithPassword({ email: owner.email, password });
    expect((await signIn(NEW_PASSWORD)).error?.code).toBe("invalid_credentials");
    expect((await signIn(HOSTED_PASSWORD)).error).toBeNull();
  });

  it("are all refused to somebody whom moderators have limited", async () => {
    const facts = { kind: "api", userAgent: "test", device: null, language: "en", address: "hu" } as const;
    const account = { email: "limited@gum.test", password: HOSTED_PASSWORD, humanToken: undefined };
    const signed = { ...facts, ...account, username: "limited_person", displayName: undefined };
    const { user, session } = await signUp(signed);
    await db().$executeRaw`
      UPDATE users SET profile_completed_at = now(), limited_until = now() + interval '1 day'
       WHERE id = ${user.id}::uuid`;
    const viewer = { id: user.id, sessionId: session!.sessionId } as Viewer;
    const refused = updateHostedUser(viewer, { password: NEW_PASSWORD, data: { bio: "Hello" } }, facts);
    await expect(refused).rejects.toMatchObject({ code: "account_limited" });
    expect((await signInWithPassword({ ...facts, ...account })).user.id).toBe(user.id);
  });

  it("are all made otherwise, and the code of the new address is valid", async () => {
    const { client, id, email, username } = await hostedPerson(server);
    const next = `next-${email}`;
    const made = await client.auth.updateUser({
      password: NEW_PASSWORD,
      email: next,
      data: { username: `${username}_x`, bio: "Hello" },
    });
    expect(made.error).toBeNull();
    expect(made.data.user?.user_metadata).toMatchObject({ username: `${username}_x`, bio: "Hello" });
    const code = await hostedCode(server, next);
    const codes = await server.database.query(
      "SELECT purpose FROM one_time_codes WHERE user_id = $1 AND email = $2",
      [id, next],
    );
    expect({ code, codes }).toEqual({
      code: expect.stringMatching(/^\d{6}$/) as string,
      codes: [{ purpose: "change_email" }],
    });
    expect((await client.auth.signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
  });
});
