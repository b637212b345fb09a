import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { AppView } from "@/components/apps/app-view";
import { AppReviews } from "@/components/reviews/app-reviews";
import { StartTogether } from "@/components/rooms/start-together";
import { Messages } from "@/components/shell/messages";
import { Thread } from "@/components/timeline/thread";
import { appQuery, remixesQuery, versionsQuery, type RemixPages } from "@/lib/apps/queries";
import { commentKeys, type CommentPages } from "@/lib/posts/comment-queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { App } from "@/lib/apps/contract";
import { COMMENTS_PAGE_SIZE, PAGE_SIZE } from "@/lib/config/limits";
import { REVIEWS_PAGE_SIZE } from "@/lib/config/review-limits";
import type { Viewer } from "@/lib/auth/viewer.server";
import { getRemixes } from "@/lib/apps/remix-service";
import { listVersions } from "@/lib/apps/service";
import { trialQuery } from "@/lib/apps/trial-queries";
import { getTrial } from "@/lib/apps/trial-service";
import { appCollectionsQuery } from "@/lib/collections/queries";
import { listCollectionsWith } from "@/lib/collections/service";
import { listComments } from "@/lib/posts/comment-service";
import { isModerator } from "@/lib/moderation/roles";
import { describeViewer } from "@/lib/people/service";
import { ownReviewQuery, reviewsQuery, type ReviewPages } from "@/lib/reviews/queries";
import { getOwnReview, listReviews } from "@/lib/reviews/service";

/** The page of an app that the viewer may see, with its versions, reviews and comments. */
export async function AppPageContent({ viewer, app }: { viewer: Viewer; app: App }) {
  const subject = { type: "app", id: app.id } as const;
  const [versions, remixes, reviews, own, comments, tried, collections] = await Promise.all([
    listVersions({ viewer, id: app.id }),
    getRemixes({ viewer, id: app.id, query: { limit: PAGE_SIZE } }),
    listReviews({ viewer, appId: app.id, query: { orderBy: "useful", limit: REVIEWS_PAGE_SIZE } }),
    getOwnReview({ viewer, appId: app.id }),
    listComments({ viewer, subject, query: { limit: COMMENTS_PAGE_SIZE, after: undefined } }),
    getTrial({ viewer, id: app.id }),
    listCollectionsWith({ viewer, appId: app.id }),
  ]);
  const client = getQueryClient();
  client.setQueryData(appQuery(app.id).queryKey, app);
  client.setQueryData(trialQuery(app).queryKey, tried);
  client.setQueryData(appCollectionsQuery(app.id).queryKey, collections);
  client.setQueryData(versionsQuery(app.id).queryKey, versions);
  client.setQueryData<RemixPages>(remixesQuery(app.id).queryKey, { pages: [remixes], pageParams: [null] });
  client.setQueryData<ReviewPages>(reviewsQuery(app.id, "useful").queryKey, {
    pages: [reviews],
    pageParams: [null],
  });
  client.setQueryData(ownReviewQuery(app.id).queryKey, own);
  client.setQueryData<CommentPages>(commentKeys.of(subject), { pages: [comments], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AppView
        id={app.id}
        discussion={<Thread subject={subject} me={describeViewer(viewer)} />}
        reviews={
          <Messages of={["reviews"]}>
            <AppReviews appId={app.id} me={{ id: viewer.id, isModerator: isModerator(viewer) }} />
          </Messages>
        }
        together={<StartTogether appId={app.id} />}
      />
    </HydrationBoundary>
  );
}
