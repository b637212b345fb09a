import { expect, it } from "vitest";
import { uuidv7 } from "uuidv7";
import { removeAccount } from "@/lib/account/service";
import { POPULARITY_PER_LIKE } from "@/lib/apps/ranking";
import { db, inTransaction } from "@/lib/db/client";
import { recountDrifted } from "@/lib/jobs/counter-repository";
import { createPost } from "@/lib/posts/service";
import { makeApp } from "../support/apps";
import { makePerson, type TestPerson } from "../support/people";

const write = async (actor: TestPerson, more = {}) =>
  (await createPost({ actor, payload: { kind: "text", body: "counted", media: [], ...more } })).post.id;

it("every counter is counted again where it drifted, and loses what an account takes along", async () => {
  const [owner, stays, leaves] = await Promise.all([
    makePerson("counted_owner"),
    makePerson("stays"),
    makePerson("leaves"),
  ]);
  const app = await makeApp(owner, { name: "Counted" }, { published: true });
  const [postId, appId] = [await write(owner), app.id];
  const review = { id: uuidv7(), appId, authorId: stays.id, stars: 4, version: "1.0.0" };
  await db().review.create({ data: review });
  const collection = { id: uuidv7(), ownerId: owner.id, title: "Good ones" };
  await db().collection.create({ data: collection });
  for (const { id: userId } of [stays, leaves]) {
    await db().like.create({ data: { userId, postId } });
    await db().repost.create({ data: { id: uuidv7(), userId, postId } });
    await db().postEmoji.create({ data: { id: uuidv7(), userId, postId, emoji: "🎉" } });
    await db().follow.create({ data: { followerId: userId, followeeId: owner.id } });
    await db().follow.create({ data: { followerId: owner.id, followeeId: userId } });
    await db().appLike.create({ data: { userId, appId } });
    await db().appRun.create({ data: { userId, appId, runs: 3 } });
    await db().comment.create({ data: { id: uuidv7(), appId, authorId: userId, content: "fine" } });
    await db().reviewVote.create({ data: { userId, reviewId: review.id } });
    await db().collectionSave.create({ data: { id: uuidv7(), userId, collectionId: collection.id } });
  }
  await db().postEmoji.create({ data: { id: uuidv7(), userId: leaves.id, postId, emoji: "🔥" } });
  await db().review.create({ data: { ...review, id: uuidv7(), authorId: leaves.id, stars: 1 } });
  for (const person of [stays, leaves]) {
    const reply = await write(person);
    const root = { parentId: postId, rootId: postId };
    await db().post.update({ where: { id: reply }, data: root });
    const quote = await write(person);
    await db().post.update({ where: { id: quote }, data: { quoteId: postId } });
  }

  const counters = async () => ({
    post: await db().post.findUniqueOrThrow({
      where: { id: postId },
      select: { likesCount: true, repostsCount: true, commentsCount: true, quotesCount: true, emojis: true },
    }),
    owner: await db().user.findUniqueOrThrow({
      where: { id: owner.id },
      select: { postsCount: true, followersCount: true, followingCount: true, appsCount: true },
    }),
    app: await db().app.findUniqueOrThrow({
      where: { id: appId },
      select: {
        likesCount: true,
        usersCount: true,
        runsCount: true,
        commentsCount: true,
        popularity: true,
        starCounts: true,
      },
    }),
    helpful: (await db().review.findUniqueOrThrow({ where: { id: review.id } })).helpfulCount,
    saved: (await db().collection.findUniqueOrThrow({ where: { id: collection.id } })).savedCount,
  });
  const countedFor = (people: number, emojis: object, starCounts: number[]) => ({
    post: { likesCount: people, repostsCount: people, commentsCount: people, quotesCount: people, emojis },
    owner: { postsCount: 1, followersCount: people, followingCount: people, appsCount: 1 },
    app: {
      likesCount: people,
      usersCount: people,
      runsCount: 3 * people,
      commentsCount: people,
      popularity: people * (POPULARITY_PER_LIKE + 1),
      starCounts,
    },
    helpful: people,
    saved: people,
  });
  const recount = () => recountDrifted({ limit: 10_000, popularityPerLike: POPULARITY_PER_LIKE });

  await recount();
  expect(await counters()).toEqual(countedFor(2, { "🎉": 2, "🔥": 1 }, [1, 0, 0, 1, 0]));
  await inTransaction((tx) => removeAccount(leaves.id, tx));
  const left = countedFor(1, { "🎉": 1 }, [0, 0, 0, 1, 0]);
  expect(await counters()).toEqual(left);
  await recount();
  expect(await counters()).toEqual(left);
});
