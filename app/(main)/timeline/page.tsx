import { z } from "zod";
import { idSchema } from "@/lib/shared/contract";
import { FEEDS } from "@/lib/posts/timeline-contract";
import { requireUser } from "@/lib/auth/viewer.server";
import { findVisibleApps } from "@/lib/apps/service";
import { startingFeed } from "@/lib/posts/timeline-service";
import { pageTitle } from "@/lib/i18n/page-title";
import { TimelineScreen } from "./timeline-screen";

export const generateMetadata = pageTitle("timeline.title");

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function TimelinePage({ searchParams }: Props) {
  const viewer = await requireUser();
  const query = await searchParams;
  const asked = z.enum(FEEDS).safeParse(query.feed);
  const feed = asked.success ? asked.data : await startingFeed(viewer);
  // "Post about it": the composer begins with that app.
  const app = idSchema.safeParse(query.app);
  const attach = app.success ? (await findVisibleApps(viewer, [app.data])).get(app.data) : undefined;
  return <TimelineScreen viewer={viewer} feed={feed} attach={attach} />;
}
