"use client";

import { useTranslations } from "next-intl";
import { useFindingText } from "../upload/use-finding-text";
import { isTaken, pathProblem } from "./file-names";
import { NameDialog } from "./name-dialog";
import type { Project } from "./project";

interface FileNameDialogProps {
  project: Project;
  /** The file or folder to rename; null for a new file. */
  from: string | null;
  initial: string;
  onClose: () => void;
  onName: (path: string) => void;
}

/** Asks for the path of a file or folder, and refuses those that a package cannot have. */
export function FileNameDialog({ project, from, initial, onClose, onName }: FileNameDialogProps) {
  const t = useTranslations("playground");
  const common = useTranslations("common");
  const textOf = useFindingText();
  return (
    <NameDialog
      title={from === null ? t("addFile") : t("renameFile", { file: from })}
      label={t("addFileName")}
      submit={from === null ? common("add") : t("rename")}
      initial={initial}
      placeholder="sound.js"
      problemOf={(path) => {
        const problem = pathProblem(path);
        if (problem) return problem.finding ? textOf(problem.finding) : t("badName");
        return isTaken(project, path, from) ? t("nameTaken") : undefined;
      }}
      onClose={onClose}
      onName={onName}
    />
  );
}
