import Link from "next/link";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { nameOf } from "@/lib/people/rules";
import type { UserShort } from "@/lib/people/user-contract";

/** Hidden from keyboard and screen readers: the name links to the same page. */
export function AuthorAvatar({ author, size }: { author: UserShort; size: "sm" | "md" }) {
  return (
    <Link
      href={`/profile/${author.id}`}
      prefetch={false}
      tabIndex={-1}
      aria-hidden
      className="h-fit rounded-full"
    >
      <Avatar id={author.id} name={nameOf(author)} src={author.avatarUrl} size={size} />
    </Link>
  );
}

interface AuthorLineProps {
  author: UserShort;
  nameId?: string;
  nameClass?: string;
  /** The time. */
  children: ReactNode;
}

export function AuthorLine({ author, nameId, nameClass, children }: AuthorLineProps) {
  return (
    <div className="flex min-w-0 flex-1 items-baseline gap-1.5 text-sm">
      <Link
        id={nameId}
        href={`/profile/${author.id}`}
        prefetch={false}
        // A target wide enough even for a name of one letter.
        className={cn(
          "-mx-2.5 shrink-[1] truncate px-2.5 leading-6 font-semibold hover:underline",
          nameClass,
        )}
      >
        {nameOf(author)}
      </Link>
      <span className="min-w-6 shrink-[3] truncate text-muted">{`@${author.username}`}</span>
      <span aria-hidden className="text-subtle">
        ·
      </span>
      {children}
    </div>
  );
}
