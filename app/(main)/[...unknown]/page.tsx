import { requireUser } from "@/lib/auth/viewer.server";
import { startingFeed } from "@/lib/posts/timeline-service";
import { TimelineScreen } from "../timeline/timeline-screen";

/** Unknown paths show the timeline (specification, section 2). */
export default async function UnknownPage() {
  const viewer = await requireUser();
  return <TimelineScreen viewer={viewer} feed={await startingFeed(viewer)} />;
}
