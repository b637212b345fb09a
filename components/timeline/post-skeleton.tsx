import { Skeleton, SkeletonText } from "@/components/ui/skeleton";

export function PostSkeletons({ count = 4 }: { count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} aria-hidden className="post">
      <Skeleton className="size-10 rounded-full" />
      <div className="pb-3">
        <Skeleton className="h-4 w-44" />
        <SkeletonText lines={index % 2 === 0 ? 3 : 2} className="mt-2.5" />
        {index % 3 === 1 && <Skeleton className="mt-3 aspect-16/9 w-full rounded-lg" />}
        <div className="mt-4 flex gap-10">
          <Skeleton className="h-4 w-8" />
          <Skeleton className="h-4 w-8" />
        </div>
      </div>
    </div>
  ));
}
