import { AppGridSkeleton } from "@/components/apps/app-grid";
import { LoadingSkeleton } from "@/components/shell/loading-skeleton";
import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";

export default function Loading() {
  return (
    <LoadingSkeleton>
      <Page width="wide">
        <Skeleton className="mb-2 h-8 w-32" />
        <Skeleton className="mb-6 h-4 w-72 max-w-full" />
        <Skeleton className="mb-5 h-10 w-full" />
        <AppGridSkeleton />
      </Page>
    </LoadingSkeleton>
  );
}
