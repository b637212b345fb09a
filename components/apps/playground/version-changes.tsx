"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { LoadFailed } from "@/components/ui/load-failed";
import { SkeletonText } from "@/components/ui/skeleton";
import type { ComparedFile } from "@/lib/apps/compare-contract";
import { fetchGuestVersion } from "@/lib/projects/guest-history.client";
import { fetchVersion } from "@/lib/projects/sync.client";
import { ComparedFiles } from "../compared-files";
import { changedFiles, type Project } from "./project";

// With the comparison by lines.
const FileLines = dynamic(() => import("../file-lines").then((module) => module.FileLines), { ssr: false });

interface SavedVersion {
  /** Null for a guest. */
  userId: string | null;
  id: string;
  number: number;
}

/** The files of a saved version, in memory as long as they are shown. */
export const versionQuery = ({ userId, id, number }: SavedVersion) =>
  queryOptions({
    queryKey: ["playground", "version", id, number],
    queryFn: async (): Promise<Project> =>
      new Map(await (userId ? fetchVersion : fetchGuestVersion)(id, number)),
    staleTime: Infinity,
    gcTime: 0,
    networkMode: "always",
  });

/** What has changed in a project since a version. */
export function VersionChanges({ version, project }: { version: SavedVersion; project: Project }) {
  const t = useTranslations("playground");
  const { data: before, isError, refetch } = useQuery(versionQuery(version));
  if (isError) return <LoadFailed text={t("historyFailed")} onRetry={() => void refetch()} />;
  if (!before) return <SkeletonText lines={2} />;
  const files = changedFiles(before, project);
  if (files.length === 0) return <p className="text-sm text-muted">{t("historySame")}</p>;
  const count = (kind: ComparedFile["kind"]) => files.filter((file) => file.kind === kind).length;
  return (
    <ComparedFiles
      files={files}
      counts={{ added: count("added"), removed: count("removed"), changed: count("changed") }}
      linesOf={(path) => <FileLines path={path} before={before.get(path)} after={project.get(path)} />}
    />
  );
}
