import { Page } from "@/components/ui/page";
import { Skeleton, SkeletonText } from "@/components/ui/skeleton";

/** The Suspense fallback of an app's page. */
export function AppSkeleton() {
  return (
    <Page width="wide">
      <div className="grid grid-cols-1 gap-x-8 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          <Skeleton className="-mx-4 -mt-4 h-32 sm:mx-0 sm:mt-0 sm:h-40 sm:rounded-xl" />
          <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-4">
            <Skeleton className="size-20 rounded-2xl sm:size-24" />
            <div className="min-w-0 flex-1 basis-44">
              <Skeleton className="h-8 w-56 max-w-full" />
              <Skeleton className="mt-2 h-4 w-36" />
            </div>
            <div className="flex w-full gap-2">
              <Skeleton className="h-11 w-32" />
              <Skeleton className="h-11 w-40" />
            </div>
          </div>
        </div>
        <div className="min-w-0 max-lg:row-start-3">
          <Skeleton className="mb-4 h-5 w-24" />
          <SkeletonText lines={4} />
        </div>
        <Skeleton className="h-64 rounded-lg max-lg:row-start-2 lg:col-start-2 lg:row-span-2 lg:row-start-1" />
      </div>
    </Page>
  );
}
