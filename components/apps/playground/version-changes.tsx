"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { LoadFailed } from "@/components/ui/load-failed";
import { SkeletonText } from "@/components/ui/skeleton";
import { ComparedFileRow } from "../compared-file";
import { changedFiles, isTextFile, type Project } from "./project";

// With the comparison by lines.
const FileLines = dynamic(() => import("../file-lines").then((module) => module.FileLines), { ssr: false });

interface VersionChangesProps {
  id: string;
  number: number;
  /** Reads the files of the version. */
  load: () => Promise<Project>;
  /** The files of now. */
  project: Project;
}

/** What has changed in a project since a version. */
export function VersionChanges({ id, number, load, project }: VersionChangesProps) {
  const t = useTranslations("playground");
  const compared = useTranslations("apps.versions");
  const version = useQuery({
    queryKey: ["playground", "version", id, number],
    queryFn: load,
    staleTime: Infinity,
    gcTime: 0,
    networkMode: "always",
  });
  if (version.isError) return <LoadFailed text={t("historyFailed")} onRetry={() => void version.refetch()} />;
  if (!version.data) return <SkeletonText lines={2} />;
  const files = changedFiles(version.data, project);
  if (files.length === 0) return <p className="text-sm text-muted">{t("historySame")}</p>;
  const count = (kind: (typeof files)[number]["kind"]) => files.filter((file) => file.kind === kind).length;
  return (
    <>
      <p className="mb-1 text-sm text-muted">
        {compared("compareSummary", {
          added: count("added"),
          removed: count("removed"),
          changed: count("changed"),
        })}
      </p>
      <ul className="divide-y divide-border">
        {files.map((file) => (
          <ComparedFileRow
            key={file.path}
            file={file}
            lines={
              isTextFile(file.path) && (
                <FileLines
                  path={file.path}
                  before={version.data.get(file.path)}
                  after={project.get(file.path)}
                />
              )
            }
          />
        ))}
      </ul>
    </>
  );
}
