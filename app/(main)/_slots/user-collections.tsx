"use client";

import dynamic from "next/dynamic";
import { LatePart } from "@/components/ui/late-part";

// Not part of the first load of every profile.
const List = dynamic(() =>
  import("@/components/apps/collections/user-collections").then((module) => module.UserCollections),
);

export function UserCollections(props: { userId: string; own: boolean }) {
  return (
    <LatePart>
      <List {...props} />
    </LatePart>
  );
}
