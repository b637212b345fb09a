import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import { AppView } from "@/components/apps/app-view";
import { StartTogether } from "@/components/rooms/start-together";
import { Thread } from "@/components/timeline/thread";
import { appQuery, remixesQuery, versionsQuery, type RemixPages } from "@/lib/apps/queries";
import { commentKeys, type CommentPages } from "@/lib/posts/comment-queries";
import { getQueryClient } from "@/lib/browser/query-client";
import type { App } from "@/lib/apps/contract";
import { COMMENTS_PAGE_SIZE, PAGE_SIZE } from "@/lib/config/limits";
import type { Viewer } from "@/lib/auth/viewer.server";
import { getRemixes } from "@/lib/apps/remix-service";
import { listVersions } from "@/lib/apps/service";
import { listComments } from "@/lib/posts/comment-service";
import { describeViewer } from "@/lib/people/service";

/** The page of an app that the viewer may see, with its versions and comments. */
export async function AppPageContent({ viewer, app }: { viewer: Viewer; app: App }) {
  const subject = { type: "app", id: app.id } as const;
  const [versions, remixes, comments] = await Promise.all([
    listVersions({ viewer, id: app.id }),
    getRemixes({ viewer, id: app.id, query: { limit: PAGE_SIZE } }),
    listComments({ viewer, subject, query: { limit: COMMENTS_PAGE_SIZE, after: undefined } }),
  ]);
  const client = getQueryClient();
  client.setQueryData(appQuery(app.id).queryKey, app);
  client.setQueryData(versionsQuery(app.id).queryKey, versions);
  client.setQueryData<RemixPages>(remixesQuery(app.id).queryKey, { pages: [remixes], pageParams: [null] });
  client.setQueryData<CommentPages>(commentKeys.of(subject), { pages: [comments], pageParams: [null] });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AppView
        id={app.id}
        discussion={<Thread subject={subject} me={describeViewer(viewer)} />}
        together={<StartTogether appId={app.id} />}
      />
    </HydrationBoundary>
  );
}
