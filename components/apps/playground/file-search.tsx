"use client";

import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import { Input } from "@/components/ui/input";
import { findInFiles, type Project } from "./project";

const FOUND_MAX = 200;

/** Searches all files; a result opens its line. */
export function FileSearch({
  project,
  onGo,
  onClose,
}: {
  project: Project;
  onGo: (path: string, line: number) => void;
  onClose: () => void;
}) {
  const t = useTranslations("playground");
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const found = useMemo(() => findInFiles(project, wanted, FOUND_MAX), [project, wanted]);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex-none p-1.5">
        <Input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onClose();
          }}
        />
      </div>
      <p role="status" className="px-3 pb-1 text-xs text-muted">
        {wanted &&
          (found.length < FOUND_MAX
            ? t("found", { count: found.length })
            : t("foundMany", { count: FOUND_MAX }))}
      </p>
      <ul className="min-h-0 flex-1 overflow-auto p-1.5">
        {found.map(({ path, line, text: shown }) => (
          <li key={`${path} ${line}`}>
            <button
              type="button"
              className="flex min-h-11 w-full flex-col justify-center rounded-sm px-2 py-1 text-left hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onGo(path, line)}
            >
              <span className="w-full truncate text-xs text-muted">{t("at", { file: path, line })}</span>
              <span className="w-full truncate font-mono text-xs">{shown}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
