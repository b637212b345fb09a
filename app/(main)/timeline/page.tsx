import { z } from "zod";
import { idSchema } from "@/lib/shared/contract";
import { FEEDS } from "@/lib/posts/rules";
import { requireUser } from "@/lib/auth/viewer.server";
import { findVisibleApps } from "@/lib/apps/service";
import { startingFeed } from "@/lib/posts/timeline-service";
import { pageTitle } from "@/lib/i18n/page-title";
import { TimelineScreen } from "./timeline-screen";

export const generateMetadata = pageTitle("timeline.title");

export default async function TimelinePage({ searchParams }: PageProps<"/timeline">) {
  const viewer = await requireUser();
  const query = await searchParams;
  const parsed = z.enum(FEEDS).safeParse(query.feed);
  const feed = parsed.success ? parsed.data : startingFeed(viewer);
  // "Post about it" attaches the app to the composer.
  const app = idSchema.safeParse(query.app);
  const attach = app.success ? (await findVisibleApps(viewer, [app.data])).get(app.data) : undefined;
  const list = idSchema.safeParse(query.list);
  return <TimelineScreen viewer={viewer} feed={list.success ? `list:${list.data}` : feed} attach={attach} />;
}
