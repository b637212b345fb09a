import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fileStore } from "@/lib/files/file-store";
import { db } from "@/lib/db/client";
import { confirmEmailChange, deleteAccount, getMe, requestEmailChange } from "@/lib/account/service";
import { recoverPassword, requestRecovery } from "@/lib/auth/recovery-service";
import { signInWithPassword, signUp } from "@/lib/auth/service";
import { findLiveSession } from "@/lib/auth/session-repository";
import { giveConsent } from "@/lib/account/profile-service";
import { removePicture, setPicture } from "@/lib/account/picture-service";
import { updateProfile } from "@/lib/account/profile-service";
import { findRenamed } from "@/lib/people/service";
import { addComment } from "@/lib/posts/comment-service";
import { createPost } from "@/lib/posts/service";
import { verifyEmail } from "@/lib/auth/verification-service";
import { digitsOf, lastMailTo, tokenOf } from "../support/mailbox";

const language = "en" as const;
const password = "a handful of words";
const facts = { kind: "web", userAgent: "test", device: null, language: "en", address: "e" } as const;
const always = () => true;
let count = 0;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "ok",
    (error: { code?: string }) => error.code,
  );

async function newPerson() {
  count++;
  const email = `acc${count}@gum.test`;
  const { user, session } = await signUp({
    kind: "web",
    userAgent: "test",
    device: null,
    language: "en",
    address: `198.51.100.${count}`,
    email,
    password,
    username: `owner${count}`,
    displayName: `Owner ${count}`,
    humanToken: undefined,
  });
  return { email, userId: user.id, sessionId: session!.sessionId, username: user.username };
}

describe("onboarding", () => {
  it("is done step by step, in any order, and ends onboarded", async () => {
    const { email, userId } = await newPerson();
    const state = async () => (await getMe(userId)).me.onboarding;
    expect(await state()).toMatchObject({
      state: "in_progress",
      missing: ["email_verified", "consent_v1", "profile_min"],
    });
    await updateProfile({ userId, patch: { displayName: "Somebody" }, allows: always });
    expect((await state()).missing).toEqual(["email_verified", "consent_v1"]);
    await verifyEmail({ email, code: digitsOf(await lastMailTo(email)) }, "o");
    expect((await state()).missing).toEqual(["consent_v1"]);
    await giveConsent({ userId, version: "v1" });
    expect(await state()).toEqual({
      version: "v1",
      state: "completed",
      required: ["email_verified", "consent_v1", "profile_min"],
      completed: ["email_verified", "consent_v1", "profile_min"],
      missing: [],
      isOnboarded: true,
    });
  });
});

describe("the profile", () => {
  it("is changed by one of two who saw the same state, and tells the other what it is now", async () => {
    const { userId } = await newPerson();
    const { revision } = await getMe(userId);
    const allows = (current: { revision: number }) => current.revision === revision;
    const results = await Promise.allSettled([
      updateProfile({ userId, patch: { bio: "one" }, allows }),
      updateProfile({ userId, patch: { bio: "two" }, allows }),
    ]);
    const refused = results.find((result) => result.status === "rejected");
    const kept = results.find((result) => result.status === "fulfilled");
    expect(refused?.reason).toMatchObject({
      code: "precondition_failed",
      details: { current: { bio: kept?.value.me.bio } },
    });
  });

  it("stores names and texts as long as their limits in graphemes allow", async () => {
    const { userId } = await newPerson();
    const family = "👩‍👩‍👧‍👦";
    const patch = {
      displayName: family.repeat(50),
      bio: family.repeat(500),
      username: `बि${count}`.padEnd(46, "बि"),
    };
    expect((await updateProfile({ userId, patch, allows: always })).me).toMatchObject(patch);
    const { post } = await createPost({
      actor: { id: userId },
      payload: { kind: "text", body: family.repeat(5_000), media: [] },
    });
    const content = family.repeat(2_000);
    const comment = await addComment({
      actor: { id: userId },
      subject: { type: "post", id: post.id },
      content,
    });
    expect(comment.content).toBe(content);
  });

  it("keeps usernames unique when they change", async () => {
    const first = await newPerson();
    const second = await newPerson();
    const rename = (username: string) =>
      updateProfile({ userId: second.userId, patch: { username }, allows: always });
    expect(await codeOf(rename(first.username.toUpperCase()))).toBe("username_taken");
    expect(await codeOf(rename("admin"))).toBe("validation_error");
    expect(await codeOf(rename(second.username))).toBe("ok");
  });

  it("is found by its old names until somebody else takes them, and not after its deletion", async () => {
    const [person, reader] = [await newPerson(), await newPerson()];
    const rename = (userId: string, username: string) =>
      updateProfile({ userId, patch: { username }, allows: always });
    const found = (name: string) => findRenamed({ viewer: { id: reader.userId }, name });
    const names = [person.username, `former${count}`, `latter${count}`] as const;
    await rename(person.userId, names[1]);
    await rename(person.userId, names[2]);
    expect(await found(names[0])).toBe(names[2]);
    expect(await found(`@${names[1].toUpperCase()}`)).toBe(names[2]);
    // A name that only looks like it is not it.
    expect(await found(names[1].replace("o", "0"))).toBeNull();

    await rename(reader.userId, names[0]);
    await rename(reader.userId, `third${count}`);
    expect(await found(names[0])).toBe(`third${count}`);
    await rename(person.userId, names[1]);
    expect(await found(names[1])).toBeNull();

    await db()
      .$executeRaw`INSERT INTO blocks (blocker_id, blocked_id) VALUES (${person.userId}::uuid, ${reader.userId}::uuid)`;
    expect(await found(names[2])).toBeNull();
    await db().$executeRaw`DELETE FROM blocks WHERE blocker_id = ${person.userId}::uuid`;
    expect(await found(names[2])).toBe(names[1]);
    await db().user.delete({ where: { id: person.userId } });
    expect(await found(names[2])).toBeNull();
  });

  it("has pictures in their sizes, without metadata, and drops the old ones", async () => {
    const { userId } = await newPerson();
    const photo = await sharp({ create: { width: 900, height: 1_600, channels: 3, background: "#c48" } })
      .withExif({ IFD0: { Copyright: "secret place" } })
      .jpeg()
      .toBuffer();
    const set = (kind: "avatar" | "banner") => setPicture({ userId, kind, bytes: photo, allows: always });
    const { me } = await set("avatar");
    const key = me.avatarUrl!.replace("/api/files/", "");
    const stored = await fileStore().get(key);
    expect(await sharp(stored!).metadata()).toMatchObject({ format: "webp", width: 512, height: 512 });
    expect(Buffer.from(stored!).includes("secret place")).toBe(false);
    const again = await set("avatar");
    expect(again.me.avatarUrl).not.toBe(me.avatarUrl);
    expect(await fileStore().get(key)).toBeNull();
    const banner = await set("banner");
    const bannerFile = await fileStore().get(banner.me.bannerUrl!.replace("/api/files/", ""));
    expect(await sharp(bannerFile!).metadata()).toMatchObject({ width: 1_500, height: 500 });
    const without = await removePicture({ userId, kind: "avatar", allows: always });
    expect(without.me.avatarUrl).toBeNull();
  });

  it.each([
    ["text", Buffer.from("not a picture")],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["nothing", Buffer.alloc(0)],
    ["half a PNG", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
  ])("takes no %s for a picture", async (_, bytes) => {
    const { userId } = await newPerson();
    expect(await codeOf(setPicture({ userId, kind: "avatar", bytes, allows: always }))).toBe("invalid_image");
  });
});

describe("changing the address", () => {
  it("takes effect once the new one is confirmed, and tells the old one", async () => {
    const person = await newPerson();
    const next = `next${count}@gum.test`;
    const after = Date.now();
    await requestEmailChange(person, { email: next, language });
    expect((await getMe(person.userId)).me.email).toBe(person.email);
    const code = digitsOf(await lastMailTo(next));
    const me = await confirmEmailChange({ userId: person.userId, code }, { address: "e", language });
    expect(me).toMatchObject({ email: next });
    expect(me.onboarding.completed).toContain("email_verified");
    await lastMailTo(person.email, { after, about: /Your email address was changed/ });
  });

  it("ends the other sessions, and withdraws the codes sent to the old address", async () => {
    const person = await newPerson();
    const { userId, sessionId, email } = person;
    const other = await signInWithPassword({ ...facts, email, password, humanToken: undefined });
    const after = Date.now();
    await requestRecovery({ email, humanToken: undefined, address: "e", language });
    const stale = tokenOf(await lastMailTo(email, { after, about: /Choose a new password/ }));
    const next = `moved${count}@gum.test`;
    await requestEmailChange(person, { email: next, language });
    const code = digitsOf(await lastMailTo(next));
    await confirmEmailChange({ userId, code }, { address: "e", language, sessionId });
    expect(await findLiveSession(sessionId)).not.toBeNull();
    expect(await findLiveSession(other.sessionId)).toBeNull();
    const reset = recoverPassword({
      proof: { token: stale },
      password: "some new words",
      address: "e",
      language,
    });
    expect(await codeOf(reset)).toBe("invalid_code");
  });

  it("works by the link, once", async () => {
    const person = await newPerson();
    const next = `next${count}@gum.test`;
    await requestEmailChange(person, { email: next, language });
    const token = tokenOf(await lastMailTo(next));
    expect(await codeOf(confirmEmailChange({ token }, { address: "e", language }))).toBe("ok");
    expect(await codeOf(confirmEmailChange({ token }, { address: "e", language }))).toBe("invalid_code");
  });

  it("refuses one that is taken, also by somebody who was faster", async () => {
    const person = await newPerson();
    const other = await newPerson();
    expect(await codeOf(requestEmailChange(person, { email: other.email.toUpperCase(), language }))).toBe(
      "email_taken",
    );
    const wanted = `wanted${count}@gum.test`;
    await requestEmailChange(person, { email: wanted, language });
    const first = tokenOf(await lastMailTo(wanted));
    const after = Date.now();
    await requestEmailChange(other, { email: wanted, language });
    const second = tokenOf(await lastMailTo(wanted, { after }));
    const results = await Promise.all(
      [first, second].map((token) => codeOf(confirmEmailChange({ token }, { address: "e", language }))),
    );
    expect(results.sort()).toEqual(["email_taken", "ok"]);
  });
});

describe("deleting an account", () => {
  it("takes the username typed again, and shortly after a proof of who one is", async () => {
    const person = await newPerson();
    expect(await codeOf(deleteAccount(person, "somebody"))).toBe("validation_error");
    await db().$executeRaw`
      UPDATE sessions SET reauthenticated_at = now() - interval '1 hour' WHERE id = ${person.sessionId}::uuid`;
    expect(await codeOf(deleteAccount(person, person.username))).toBe("reauthentication_required");
    expect(await codeOf(getMe(person.userId))).toBe("ok");
  });

  it("removes what is theirs and takes back what they were counted in", async () => {
    const leaver = await newPerson();
    const stayer = await newPerson();
    const postId = "0190a0a0-0000-7000-8000-00000000000a";
    await db().$executeRaw`
      INSERT INTO posts (id, author_id, body, render, likes_count, comments_count)
      VALUES (${postId}::uuid, ${stayer.userId}::uuid, 'hello', '{}', 1, 2)`;
    await db().$executeRaw`
      INSERT INTO likes (user_id, post_id) VALUES (${leaver.userId}::uuid, ${postId}::uuid)`;
    for (const id of ["b", "c"]) {
      await db().$executeRaw`
        INSERT INTO posts (id, parent_id, root_id, author_id, body, render)
        VALUES (${`0190a0a0-0000-7000-8000-00000000000${id}`}::uuid, ${postId}::uuid, ${postId}::uuid,
                ${leaver.userId}::uuid, 'hi', '{}')`;
    }
    await db().$executeRaw`
      INSERT INTO follows (follower_id, followee_id)
      VALUES (${leaver.userId}::uuid, ${stayer.userId}::uuid), (${stayer.userId}::uuid, ${leaver.userId}::uuid)`;
    await db().$executeRaw`
      UPDATE users SET followers_count = 1, following_count = 1 WHERE id = ${stayer.userId}::uuid`;
    const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#08c" } })
      .png()
      .toBuffer();
    const { me } = await setPicture({ userId: leaver.userId, kind: "avatar", bytes: photo, allows: always });

    await deleteAccount(leaver, ` @${leaver.username.toUpperCase()} `);

    expect(await codeOf(getMe(leaver.userId))).toBe("unauthenticated");
    expect(await fileStore().get(me.avatarUrl!.replace("/api/files/", ""))).toBeNull();
    const [post] = await db().$queryRaw<object[]>`
      SELECT likes_count AS likes, comments_count AS comments FROM posts WHERE id = ${postId}::uuid`;
    expect(post).toEqual({ likes: 0, comments: 0 });
    const { counts } = (await getMe(stayer.userId)).me;
    expect(counts).toMatchObject({ followers: 0, following: 0 });
    expect(await db().session.count({ where: { userId: leaver.userId } })).toBe(0);
  });
});
