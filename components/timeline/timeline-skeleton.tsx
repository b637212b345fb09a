import { Skeleton } from "@/components/ui/skeleton";
import { PostSkeletons } from "./post-skeleton";

export function TimelineSkeleton() {
  return (
    <div className="timeline-page">
      <div className="timeline-column">
        <div className="flex h-11 items-center justify-around border-b border-border">
          <Skeleton className="h-4 w-20" />
          <Skeleton className="h-4 w-24" />
        </div>
        <div className="composer">
          <Skeleton className="size-10 rounded-full" />
          <div>
            <div className="flex h-10 items-center">
              <Skeleton className="h-5 w-48" />
            </div>
            <div className="composer-bar h-9 justify-end">
              <Skeleton className="h-8 w-20 rounded-full" />
            </div>
          </div>
        </div>
        <PostSkeletons />
      </div>
    </div>
  );
}
