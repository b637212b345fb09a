import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";

export interface TabLink {
  href: string;
  label: ReactNode;
  current: boolean;
}

/** Tabs that are addresses: links, with the current one marked. */
export function TabLinks({
  label,
  links,
  className,
}: {
  label: string;
  links: readonly TabLink[];
  className?: string;
}) {
  return (
    <nav
      aria-label={label}
      className={cn("flex overflow-x-auto border-b border-border [scrollbar-width:none]", className)}
    >
      {links.map((link) => (
        <Link
          key={link.href}
          href={link.href}
          scroll={false}
          aria-current={link.current ? "page" : undefined}
          className="tab"
        >
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
