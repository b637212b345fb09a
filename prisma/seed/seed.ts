/**
 * Demo content for an empty database: people, apps from `examples/`, posts with pictures, likes, comments. It uses the
 * product's services, with backdated times. A no-op if the database has users.
 */
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { readUsername } from "@/lib/account/username";
import { buildPackage } from "@/lib/package/build-package";
import { randomFileKey } from "@/lib/files/file-key";
import { fileStore } from "@/lib/files/file-store";
import { encodeImage } from "@/lib/files/image-encoder";
import { hashPassword } from "@/lib/auth/password-hasher.server";
import { db } from "@/lib/db/client";
import { insertUser } from "@/lib/account/user-repository";
import { publishApp } from "@/lib/apps/publish-service";
import { startRun } from "@/lib/apps/run-service";
import { installApp, likeApp } from "@/lib/apps/signal-service";
import { uploadApp } from "@/lib/apps/upload-service";
import { addComment } from "@/lib/posts/comment-service";
import { follow } from "@/lib/people/follow-service";
import { uploadMedia } from "@/lib/posts/media-service";
import { indexPerson } from "@/lib/search/index-service";
import { createPost } from "@/lib/posts/service";
import type { Post } from "@/lib/posts/contract";
import { makeCollection, placeApp, saveCollection } from "@/lib/collections/service";
import { react, repost } from "@/lib/posts/reaction-service";
import { answerReview, setHelpful, writeReview } from "@/lib/reviews/service";
import { portrait } from "./artwork";
import { playKaeshi } from "./board-game";
import { readExample } from "./example-files";
import { DEMO_PASSWORD, PEOPLE } from "./people";
import { APPS, POSTS, type DemoPost } from "./posts";
import { COLLECTIONS } from "./collections";
import { REVIEWS } from "./reviews";

const MINUTE = 60_000;
const now = Date.now();

/** Ids by username, and by folder of `examples/`. */
const people = new Map<string, string>();
const apps = new Map<string, { id: string; version: string }>();

function actor(username: string): { id: string } {
  const id = people.get(username);
  if (!id) throw new Error(`The demo content names ${username}, who is not one of its people.`);
  return { id };
}

async function addPeople(): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  for (const [index, person] of PEOPLE.entries()) {
    const name = readUsername(person.username);
    if (!name.ok) throw new Error(`The demo username ${person.username} is not allowed.`);
    const joined = new Date(now - (PEOPLE.length - index) * 26 * 60 * MINUTE - 3 * 24 * 60 * MINUTE);
    const id = uuidv7();
    await insertUser({
      id,
      username: name.username,
      usernameKey: name.key,
      displayName: person.displayName,
      email: person.email,
      emailKey: person.email,
      passwordHash,
    });
    const avatar = await encodeImage(await rasterise(portrait(person.portrait)), {
      width: 512,
      height: 512,
      fit: "cover",
    });
    const avatarKey = randomFileKey("media", avatar.extension);
    await fileStore().put(avatarKey, avatar.bytes);
    await db().user.update({
      where: { id },
      data: {
        bio: person.bio,
        avatarKey,
        createdAt: joined,
        emailVerifiedAt: joined,
        consentVersion: "v1",
        consentAt: joined,
        profileCompletedAt: joined,
      },
      select: { id: true },
    });
    await indexPerson(
      { id, username: name.username, displayName: person.displayName, bio: person.bio },
      db(),
    );
    people.set(person.username, id);
  }
  for (const person of PEOPLE) {
    for (const followee of person.follows) {
      await follow({
        actor: actor(person.username),
        userId: actor(followee).id,
        at: new Date(now - 3 * 24 * 60 * MINUTE),
      });
    }
  }
}

/** Demo pictures are SVG, but uploads must be raster pictures. */
async function rasterise(svg: string): Promise<Uint8Array> {
  return sharp(Buffer.from(svg)).png().toBuffer();
}

async function addApps(): Promise<void> {
  for (const example of APPS) {
    const files = await readExample(example.folder);
    const viewer = actor(example.owner);
    const { app } = await uploadApp({
      viewer,
      gumFile: await buildPackage(files),
      banner: files.get("banner.png"),
    });
    await publishApp({ viewer, id: app.id, isPublic: true });
    await db().featureProposal.create({
      data: { appId: app.id, state: "approved", reason: "Comes with Gum", decidedAt: new Date() },
    });
    apps.set(example.folder, { id: app.id, version: app.version });
    for (const name of example.likedBy) await likeApp({ viewer: actor(name), id: app.id });
    for (const name of example.addedBy) await installApp({ viewer: actor(name), id: app.id });
    for (const name of new Set([...example.likedBy, ...example.addedBy])) {
      await startRun({ viewer: actor(name), id: app.id });
    }
    for (const { author, content } of example.comments) {
      await addComment({ actor: actor(author), subject: { type: "app", id: app.id }, content });
    }
  }
}

async function addReviews(): Promise<void> {
  for (const { folder, owner } of APPS) {
    const appId = apps.get(folder)!.id;
    for (const { author, stars, text, daysAgo, helpfulTo = [], answer } of REVIEWS[folder] ?? []) {
      const at = new Date(now - daysAgo * 24 * 60 * MINUTE);
      const { review } = await writeReview({ viewer: actor(author), appId, stars, text, at });
      const of = { appId, reviewId: review.id };
      for (const name of helpfulTo) await setHelpful({ ...of, viewer: actor(name), on: true });
      if (answer) await answerReview({ ...of, viewer: actor(owner), text: answer });
    }
  }
}

async function addCollections(): Promise<void> {
  for (const { owner, title, description, daysAgo, apps: folders, savedBy } of COLLECTIONS) {
    const viewer = actor(owner);
    const at = new Date(now - daysAgo * 24 * 60 * MINUTE);
    const { id } = await makeCollection({ viewer, title, description, isPublic: true, at });
    for (const [folder, note] of Object.entries(folders))
      await placeApp({ viewer, id, appId: apps.get(folder)!.id, place: { note } });
    for (const name of savedBy) await saveCollection({ viewer: actor(name), id });
  }
}

/** The posts so far, the oldest first. */
const made: Post[] = [];

async function addPost(post: DemoPost): Promise<void> {
  const author = actor(post.author);
  const at = new Date(now - post.minutesAgo * MINUTE);
  const media = [];
  for (const picture of post.pictures ?? []) {
    const { id } = await uploadMedia({
      actor: author,
      bytes: await rasterise(picture.svg()),
      alt: picture.alt,
    });
    media.push({ id, alt: picture.alt });
  }
  const app = post.app ? apps.get(post.app) : undefined;
  const quoted = post.quotes && made.find(({ body }) => body.startsWith(post.quotes!));
  const { post: own } = await createPost({
    actor: author,
    at,
    payload: {
      kind: "text",
      body: post.body,
      media,
      appRef: app ? { appId: app.id, version: app.version } : null,
      quote: quoted ? quoted.id : null,
    },
  });
  made.push(own);
  if (post.playedWith)
    await playKaeshi({ postId: own.id, black: author, white: actor(post.playedWith), rasterise });
  // Reactions are spread over the time since the post.
  const span = now - at.getTime();
  for (const [index, name] of (post.likedBy ?? []).entries()) {
    const likedAt = new Date(at.getTime() + (span * (index + 1)) / 12);
    await react({ actor: actor(name), postId: own.id, kind: "like", on: true, at: likedAt });
  }
  for (const { name, minutesAgo } of post.repostedBy ?? []) {
    await repost({ actor: actor(name), postId: own.id, on: true, at: new Date(now - minutesAgo * MINUTE) });
  }
  for (const [index, comment] of (post.comments ?? []).entries()) {
    const commentedAt = new Date(at.getTime() + (span * (index + 1)) / 8);
    await addComment({
      actor: actor(comment.author),
      subject: { type: "post", id: own.id },
      content: comment.content,
      at: commentedAt,
    });
  }
}

async function seed(): Promise<void> {
  if ((await db().user.count({ take: 1 })) > 0) {
    console.log("the database has users already; nothing was added");
    return;
  }
  await addPeople();
  await addApps();
  await addReviews();
  await addCollections();
  for (const post of [...POSTS].reverse()) await addPost(post);
  console.log(`${PEOPLE.length} people, ${APPS.length} apps, ${POSTS.length} posts`);
}

void seed().finally(() => db().$disconnect());
