"use client";

import { usePathname } from "next/navigation";
import { AppGridSkeleton } from "@/components/apps/app-grid";
import { AppSkeleton } from "@/components/apps/app-skeleton";
import { LoadingScreen } from "@/components/shell/loading-screen";
import { LoadingSkeleton } from "@/components/shell/loading-skeleton";
import { TimelineSkeleton } from "@/components/timeline/timeline-skeleton";
import { Page } from "@/components/ui/page";
import { Skeleton } from "@/components/ui/skeleton";

/** The skeleton of the next page. */
export function ArrivalScreen() {
  const pathname = usePathname();
  if (/^\/apps\/[^/]+\/run(?:\/|$)/.test(pathname)) return <LoadingScreen runtime />;
  const skeleton = skeletonOf(pathname);
  return skeleton ? <LoadingSkeleton>{skeleton}</LoadingSkeleton> : <LoadingScreen />;
}

function skeletonOf(pathname: string) {
  if (pathname === "/timeline") return <TimelineSkeleton />;
  if (pathname === "/apps") return <StoreSkeleton />;
  return /^\/apps\/(?!trending$)(?:shared\/)?[^/]+$/.test(pathname) ? <AppSkeleton /> : null;
}

function StoreSkeleton() {
  return (
    <Page width="wide">
      <Skeleton className="mb-2 h-8 w-32" />
      <Skeleton className="mb-6 h-4 w-72 max-w-full" />
      <Skeleton className="mb-5 h-10 w-full" />
      <AppGridSkeleton />
    </Page>
  );
}
