"use client";

import dynamic from "next/dynamic";
import { LazyBoundary } from "@/components/ui/lazy-boundary";

// Not part of the first load of every profile.
const List = dynamic(() =>
  import("@/components/apps/collections/user-collections").then((module) => module.UserCollections),
);

export function UserCollections(props: { userId: string; own: boolean }) {
  return (
    <LazyBoundary>
      <List {...props} />
    </LazyBoundary>
  );
}
