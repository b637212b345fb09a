import type { ReactNode } from "react";
import type { Collection } from "@/lib/collections/contract";
import { CollectionIcons, CollectionMeta } from "./collection-card";

interface CollectionHeadProps {
  collection: Collection;
  /** Links to the owner. */
  by: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** The top of a collection's page, for people and guests. */
export function CollectionHead({ collection, by, className, children }: CollectionHeadProps) {
  const { title, description, icons } = collection;
  return (
    <header className={className}>
      <div className="flex items-start gap-4 sm:gap-5">
        <CollectionIcons icons={icons} className="size-20 rounded-2xl p-2 sm:size-28" />
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="text-2xl text-balance break-words sm:text-3xl">
            {title}
          </h1>
          <div className="mt-1.5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">{by}</div>
          <CollectionMeta collection={collection} className="mt-1" />
        </div>
      </div>
      {description && (
        <p dir="auto" className="mt-4 max-w-prose text-pretty break-words whitespace-pre-line">
          {description}
        </p>
      )}
      {children}
    </header>
  );
}
