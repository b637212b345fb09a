import { notFound } from "next/navigation";
import { isFile } from "@/lib/auth/routes";
import { requireUser } from "@/lib/auth/viewer.server";
import { startingFeed } from "@/lib/posts/timeline-service";
import { TimelineScreen } from "../timeline/timeline-screen";

/** Unknown paths show the timeline (specification, section 2); what asks for a file or a well-known address gets a 404. */
export default async function UnknownPage({ params }: PageProps<"/[...unknown]">) {
  const path = `/${(await params).unknown.join("/")}`;
  if (isFile(path)) notFound();
  const viewer = await requireUser();
  return <TimelineScreen viewer={viewer} feed={startingFeed(viewer)} />;
}
