import { getTranslations } from "next-intl/server";
import { GuestPost } from "@/components/timeline/guest-post";
import { CommentRow } from "@/components/timeline/comment-row";
import { TimeAgo } from "@/components/ui/time-ago";
import { serverEnv } from "@/lib/config/env.server";
import { postJsonLd } from "@/lib/guests/preview";
import type { Comment } from "@/lib/posts/comment-contract";
import { asClosed } from "@/lib/posts/rules";
import type { Post } from "@/lib/posts/contract";
import { GuestPage } from "../../_slots/guest-page";
import { JsonLd } from "../../_slots/json-ld";

/** A post and its first replies for guests. */
export async function GuestPostPage({ post, comments }: { post: Post; comments: Comment[] }) {
  const t = await getTranslations("guest");
  return (
    <GuestPage path={`/post/${post.id}`}>
      <JsonLd data={postJsonLd(asClosed(post), serverEnv().APP_URL)} />
      <GuestPost post={post} alone />
      <section aria-labelledby="replies" className="px-4 py-3">
        <h2 id="replies" className="text-base">
          {t("replies")}
        </h2>
        {comments.length === 0 && <p className="py-2 text-sm text-muted">{t("noReplies")}</p>}
        <ul className="-mx-4">
          {comments.map(({ id, author, content, createdAt }) => (
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
