import { getTranslations } from "next-intl/server";
import { AncestorsStart } from "@/components/timeline/ancestors-start";
import { CommentRow } from "@/components/timeline/comment-row";
import { GuestPost } from "@/components/timeline/guest-post";
import { OpenedPost } from "@/components/timeline/opened-post";
import { TimeAgo } from "@/components/ui/time-ago";
import { serverEnv } from "@/lib/config/env.server";
import { postJsonLd } from "@/lib/guests/preview";
import { nameOf } from "@/lib/people/rules";
import type { Comment } from "@/lib/posts/comment-contract";
import { asClosed } from "@/lib/posts/rules";
import type { Post } from "@/lib/posts/contract";
import { GuestPage } from "../../_slots/guest-page";
import { JsonLd } from "../../_slots/json-ld";

interface GuestPostPageProps {
  post: Post;
  /** Its ancestors, oldest first. */
  ancestors: Post[];
  /** The thread that its author continues below it. */
  continuation: Post[];
  comments: Comment[];
}

/** A post for guests, with its thread and its first replies. */
export async function GuestPostPage({ post, ancestors, continuation, comments }: GuestPostPageProps) {
  const [t, timeline] = await Promise.all([getTranslations("guest"), getTranslations("timeline")]);
  const inThread = new Set(continuation.map(({ id }) => id));
  const replies = comments.filter(({ id }) => !inThread.has(id));
  return (
    <GuestPage path={`/post/${post.id}`}>
      <JsonLd data={postJsonLd(asClosed(post), serverEnv().APP_URL)} />
      <h1 className="sr-only">{timeline("postBy", { name: nameOf(post.author) })}</h1>
      <AncestorsStart post={post} ancestors={ancestors} t={timeline} />
      {ancestors.map((ancestor) => (
        <GuestPost key={ancestor.id} post={ancestor} place="above" />
      ))}
      <OpenedPost isReply={post.reply !== null}>
        <GuestPost post={post} alone />
      </OpenedPost>
      {continuation.length > 0 && (
        <section aria-label={timeline("threadGoesOn")}>
          {continuation.map((next, index) => (
            <GuestPost
              key={next.id}
              post={next}
              place={index < continuation.length - 1 ? "above" : "thread"}
            />
          ))}
        </section>
      )}
      <section aria-labelledby="replies" className="px-4 py-3">
        <h2 id="replies" className="text-base">
          {t("replies")}
        </h2>
        {replies.length === 0 && <p className="py-2 text-sm text-muted">{t("noReplies")}</p>}
        <ul className="-mx-4">
          {replies.map(({ id, author, content, createdAt }) => (
            <CommentRow
              key={id}
              author={author}
              state={<TimeAgo at={createdAt} className="flex-none text-muted" />}
              action={null}
              content={content}
              data-comment={id}
            />
          ))}
        </ul>
      </section>
    </GuestPage>
  );
}
