import { AppSkeleton } from "@/components/apps/app-skeleton";
import { LoadingSkeleton } from "@/components/shell/loading-skeleton";

export default function Loading() {
  return (
    <LoadingSkeleton>
      <AppSkeleton />
    </LoadingSkeleton>
  );
}
