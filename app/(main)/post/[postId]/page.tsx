import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import { PostView } from "@/components/timeline/post-view";
import { postKeys, type PostPages } from "@/lib/posts/queries";
import { getQueryClient } from "@/lib/browser/query-client";
import { postDescription, postImages } from "@/lib/guests/preview";
import { orNotFound } from "@/lib/http/or-not-found";
import type { Post } from "@/lib/posts/contract";
import { type Actor, idSchema, NOBODY, type Page } from "@/lib/shared/contract";
import { COMMENTS_PAGE_SIZE, PAGE_SIZE } from "@/lib/config/limits";
import { findPageReader } from "@/lib/auth/viewer.server";
import { listComments } from "@/lib/posts/comment-service";
import { describeViewer, isAnyUnlisted } from "@/lib/people/service";
import { nameOf } from "@/lib/people/rules";
import { asClosed } from "@/lib/posts/rules";
import { getPost } from "@/lib/posts/service";
import { readAncestors, readContinuation, readReplies } from "@/lib/posts/thread-service";
import { guestMetadata } from "../../_slots/guest-metadata";
import { TimelineSlots } from "../../_slots/timeline-slots";
import { GuestPostPage } from "./guest-post-page";

/** The post, read once for both title and page. */
const readPost = cache(async (postId: string) => {
  const viewer = (await findPageReader()) ?? NOBODY;
  const id = idSchema.safeParse(postId);
  if (!id.success) notFound();
  return orNotFound(() => getPost({ viewer, id: id.data }));
});

/** What a post replies to, and how its author continues it. The post may be deleted since it was read. */
const readThread = cache(async (viewer: Actor, { id, reply, hasThread }: Post) => {
  const thread = { viewer, postId: id };
  const [ancestors, continuation] = await orNotFound(() =>
    Promise.all([reply ? readAncestors(thread) : [], hasThread ? readContinuation(thread) : []]),
  );
  return { ancestors, continuation };
});

export async function generateMetadata({ params }: PageProps<"/post/[postId]">): Promise<Metadata> {
  const [viewer, t, guest, post] = await Promise.all([
    findPageReader(),
    getTranslations("timeline"),
    getTranslations("guest"),
    params.then(({ postId }) => readPost(postId)),
  ]);
  const name = nameOf(post.author);
  if (viewer)
    return {
      title:
        (post.label ? t(`label.${post.label.reason}`) : post.warning) ||
        post.render.slots.title ||
        t("postBy", { name }),
    };
  const { ancestors, continuation } = await readThread(NOBODY, post);
  return guestMetadata({
    title: guest("postTitle", { name }),
    description: postDescription(asClosed(post)),
    path: `/post/${post.id}`,
    type: "article",
    ...postImages(asClosed(post)),
    // The page shows what a reply replies to, and what posts quote.
    isHidden: await isAnyUnlisted(
      [post, ...ancestors, ...continuation].flatMap(({ author, quote }) =>
        [author, quote?.post?.author].flatMap((person) => person?.id ?? []),
      ),
    ),
  });
}

export default async function PostPage({ params }: PageProps<"/post/[postId]">) {
  const viewer = await findPageReader();
  const post = await readPost((await params).postId);
  if (!viewer) {
    const subject = { type: "post", id: post.id } as const;
    const query = { limit: COMMENTS_PAGE_SIZE, after: undefined };
    const [thread, { items }] = await Promise.all([
      readThread(NOBODY, post),
      orNotFound(() => listComments({ viewer: NOBODY, subject, query })),
    ]);
    return <GuestPostPage {...thread} post={post} comments={items} />;
  }
  const [{ ancestors, continuation }, replies] = await Promise.all([
    readThread(viewer, post),
    orNotFound(() => readReplies({ viewer, postId: post.id, query: { limit: PAGE_SIZE, after: undefined } })),
  ]);
  const client = getQueryClient();
  client.setQueryData(postKeys.detail(post.id), post);
  const first = (page: Page<Post>): PostPages => ({ pages: [page], pageParams: [null] });
  client.setQueryData(postKeys.replies(post.id), first(replies));
  if (post.reply)
    client.setQueryData(postKeys.ancestors(post.id), first({ items: ancestors, nextCursor: null }));
  if (post.hasThread)
    client.setQueryData(postKeys.continuation(post.id), first({ items: continuation, nextCursor: null }));
  return (
    <TimelineSlots me={describeViewer(viewer)}>
      <HydrationBoundary state={dehydrate(client)}>
        <PostView id={post.id} />
      </HydrationBoundary>
    </TimelineSlots>
  );
}
