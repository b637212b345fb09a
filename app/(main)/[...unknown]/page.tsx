import { requireUser } from "@/lib/auth/viewer.server";
import { startingFeed } from "@/lib/posts/timeline-service";
import { TimelineScreen } from "../timeline/timeline-screen";

/** A path that names no screen shows the timeline (specification, section 2). */
export default async function UnknownPage() {
  const viewer = await requireUser();
  return <TimelineScreen viewer={viewer} feed={await startingFeed(viewer)} />;
}
