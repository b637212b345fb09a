"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/ui/app-icon";

interface AppRowProps {
  app: { id: string; name: string; iconUrl: string };
  /** Buttons at the end. */
  actions: ReactNode;
  /** Below the name. */
  children: ReactNode;
}

/** One app of a settings list; its name links to the app's own settings. */
export function AppRow({ app, actions, children }: AppRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-3">
      <AppIcon src={app.iconUrl} px={40} className="size-10" />
      <div className="min-w-0 flex-1 basis-48">
        <Link
          href={`/settings/apps/${app.id}`}
          prefetch={false}
          className="text-sm font-medium underline-offset-4 hover:underline"
        >
          {app.name}
        </Link>
        {children}
      </div>
      {actions}
    </li>
  );
}
