"use client";

import { ChevronRight, CircleX, Copy, Info, Search, Trash2, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ConsoleTree } from "@/components/sandbox/app-frame-types";
import type { Finding } from "@/lib/package/finding";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { cn } from "@/components/ui/cn";
import { toast } from "@/components/ui/toast";
import { FindingsList } from "../../upload/findings-list";
import { SHOWN, shownLines, type ConsoleLine, type Shown } from "./console-lines";
import { ValueTable } from "./value-table";
import { inline, isOpenable, tableOf, valueJson } from "./value-text";
import { Pieces, ValueTree } from "./value-tree";

const COLORS: Partial<Record<ConsoleLine["level"], string>> = {
  error: "bg-danger-soft text-danger",
  warn: "bg-warning-soft text-warning",
  debug: "text-subtle",
};
/** From the end, where new lines are followed. */
const END_PX = 24;

interface ConsolePaneProps {
  lines: readonly ConsoleLine[];
  findings: readonly Finding[];
  onClear: () => void;
  onGo: (file: string, line: number) => void;
}

/** The app's console, below the findings of the check. */
export function ConsolePane({ lines, findings, onClear, onGo }: ConsolePaneProps) {
  const t = useTranslations("playground");
  const tools = useTranslations("playground.consoleTools");
  const [shown, setShown] = useState<Shown>("all");
  const [text, setText] = useState("");
  /** Groups that the person has folded or unfolded. */
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const folded = ({ id, group }: ConsoleLine) => (group === "closed") !== turned.has(id);
  const filtered = shownLines(lines, { shown, text, folded });
  const turn = (id: number) =>
    setTurned((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    // Who has scrolled up reads.
    if (log.current && isAtEnd.current) log.current.scrollTop = log.current.scrollHeight;
  }, [lines]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <IconButton
        size="sm"
        label={t("clearConsole")}
        disabled={lines.length === 0}
        onClick={onClear}
        className="absolute top-0.5 right-1"
      >
        <Trash2 />
      </IconButton>
      <div className="flex flex-none items-center gap-2 border-b border-border px-3 py-1.5">
        <Select
          aria-label={tools("level")}
          className="h-8 min-h-0 w-auto py-0 text-xs pointer-coarse:h-11"
          value={shown}
          onValueChange={setShown}
          options={SHOWN.map((value) => ({ value, label: tools(`levels.${value}`) }))}
        />
        <div className="min-w-0 flex-1">
          <Input
            type="search"
            aria-label={tools("filter")}
            placeholder={tools("filter")}
            leading={<Search aria-hidden />}
            className="h-8 min-h-0 w-full py-0 text-xs pointer-coarse:h-11"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <div
        ref={log}
        className="min-h-0 flex-1 overflow-auto"
        tabIndex={0}
        role="log"
        aria-label={t("console")}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - clientHeight - scrollTop < END_PX;
        }}
      >
        {findings.length > 0 && (
          <div className="border-b border-border px-3">
            <FindingsList findings={findings} onGo={onGo} />
          </div>
        )}
        {lines.length === 0 && findings.length === 0 && (
          <p className="p-3 text-xs text-subtle">{t("consoleEmpty")}</p>
        )}
        {lines.length > 0 && filtered.length === 0 && (
          <p className="p-3 text-xs text-subtle">{tools("nothingShown", { count: lines.length })}</p>
        )}
        <ol className="font-mono text-xs">
          {filtered.map((line) => (
            <Line
              key={line.id}
              line={line}
              isFolded={line.group !== null && folded(line)}
              onTurn={() => turn(line.id)}
              onGo={onGo}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}

interface LineProps {
  line: ConsoleLine;
  isFolded: boolean;
  onTurn: () => void;
  onGo: (file: string, line: number) => void;
}

function Line({ line, isFolded, onTurn, onGo }: LineProps) {
  const t = useTranslations("playground");
  const tools = useTranslations("playground.consoleTools");
  const { tree, level, by, file, line: at, count, group } = line;
  const Icon = level === "error" ? CircleX : level === "warn" ? TriangleAlert : Info;
  const copy = async (indexes: readonly number[]) => {
    try {
      await navigator.clipboard.writeText(valueJson(tree!, indexes));
      toast(tools("copied"), { tone: "success" });
    } catch {
      toast(tools("notCopied"), { tone: "danger" });
    }
  };
  const values = tree?.roots.filter((index) => isOpenable(tree.nodes[index]!)) ?? [];
  const text = tree ? (
    <Values tree={tree} onCopy={(index) => void copy([index])} />
  ) : (
    <span className="min-w-0 break-words whitespace-pre-wrap">{line.text}</span>
  );
  return (
    <li
      className={cn("flex items-start gap-2 border-b border-border px-3 py-1.5", COLORS[level])}
      style={line.groups.length > 0 ? { paddingLeft: `${0.75 + line.groups.length}rem` } : undefined}
    >
      <Icon aria-label={level} className="mt-px size-3.5 flex-none opacity-80" />
      {count > 1 && (
        <span
          aria-label={tools("times", { count })}
          className="flex-none rounded-full bg-pressed px-1.5 text-text tabular-nums"
        >
          {count}
        </span>
      )}
      {by && <span className="flex-none text-muted">{by}</span>}
      {group !== null ? (
        <div className="flex min-w-0 flex-1 items-start gap-1 font-semibold">
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-label={tools("group", { name: line.text })}
            onClick={onTurn}
            className="flex-none rounded-xs pointer-coarse:p-2"
          >
            <ChevronRight aria-hidden className={cn("size-3.5", !isFolded && "rotate-90")} />
          </button>
          {text}
        </div>
      ) : (
        <div className="min-w-0 flex-1">{text}</div>
      )}
      {values.length > 0 && (
        <IconButton
          size="sm"
          label={tools("copy")}
          onClick={() => void copy(values)}
          className="-my-1.5 flex-none text-muted"
        >
          <Copy aria-hidden />
        </IconButton>
      )}
      {file && at !== undefined && (
        <button
          type="button"
          className="flex-none rounded-xs underline underline-offset-2"
          onClick={() => onGo(file, at)}
        >
          {t("at", { file, line: String(at) })}
        </button>
      )}
    </li>
  );
}

function Values({ tree, onCopy }: { tree: ConsoleTree; onCopy: (index: number) => void }) {
  const table = tree.style === "table" ? tableOf(tree) : null;
  return (
    <div className="flex min-w-0 flex-wrap gap-x-2">
      {table && <ValueTable tree={tree} table={table} />}
      {tree.roots.map((index, at) =>
        isOpenable(tree.nodes[index]!) ? (
          <ValueTree key={`${index} ${at}`} tree={tree} index={index} onCopy={onCopy} />
        ) : (
          <span key={`${index} ${at}`} className="min-w-0 break-words whitespace-pre-wrap">
            <Pieces pieces={inline(tree, index)} />
          </span>
        ),
      )}
    </div>
  );
}
