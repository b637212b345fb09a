import { LoadingSkeleton } from "@/components/shell/loading-skeleton";
import { TimelineSkeleton } from "@/components/timeline/timeline-skeleton";

export default function Loading() {
  return (
    <LoadingSkeleton>
      <TimelineSkeleton />
    </LoadingSkeleton>
  );
}
