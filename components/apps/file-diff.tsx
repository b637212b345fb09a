"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { API_BASE } from "@/lib/config/env.client";
import { openPackage } from "@/lib/package/open-package";
import { SkeletonText } from "@/components/ui/skeleton";
import { FileLines } from "./file-lines";

interface FileDiffProps {
  appId: string;
  from: string;
  to: string;
  path: string;
}

/** A package never changes; one that is no longer compared is soon dropped from memory. */
const packageQuery = (appId: string, version: string) =>
  queryOptions({
    queryKey: ["apps", "source", appId, version],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ version });
      const url = `${API_BASE}/apps/${appId}/package?${query}`;
      const response = await fetch(url, { credentials: "include", signal });
      // A version whose license keeps its source to itself is not there for others.
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return openPackage(new Uint8Array(await response.arrayBuffer()));
    },
    staleTime: Infinity,
    gcTime: 30_000,
    retry: false,
  });

/** What differs in a text file between two versions, as lines. */
export function FileDiff({ appId, from, to, path }: FileDiffProps) {
  const t = useTranslations("apps.versions");
  const before = useQuery(packageQuery(appId, from));
  const after = useQuery(packageQuery(appId, to));
  if (before.isError || after.isError)
    return <p className="py-2 text-sm text-muted">{t("compareNoSource")}</p>;
  if (!before.data || !after.data) return <SkeletonText lines={4} />;
  return <FileLines path={path} before={before.data.files.get(path)} after={after.data.files.get(path)} />;
}
