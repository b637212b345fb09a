"use client";

import { ChevronRight, Copy, Search, Trash2, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import {
  TERMINAL_KINDS,
  useTerminalStore,
  type TerminalKind,
  type TerminalLine,
} from "@/lib/shell/terminal-store";
import { useShellUi } from "../shell-ui";
import { useCommands } from "./use-commands";

const LEVELS: Record<TerminalLine["level"], string> = {
  debug: "text-subtle",
  log: "text-text",
  info: "text-info",
  warn: "text-warning",
  error: "text-danger",
};

function timeOf(line: TerminalLine): string {
  return new Date(line.time).toTimeString().slice(0, 8);
}

function textOf(line: TerminalLine): string {
  return [timeOf(line), line.appName && `[${line.appName}]`, line.text].filter(Boolean).join(" ");
}

/** The log of running apps, and a prompt to control them. Not modal: the page stays usable. */
export function Terminal() {
  const t = useTranslations("shell.terminal");
  const close = () => useShellUi.setState({ terminal: false });
  const [kind, setKind] = useState<TerminalKind | "all">("all");
  const [filter, setFilter] = useState("");
  const lines = useTerminalStore((store) => store.lines);
  const prompt = useRef<HTMLInputElement>(null);

  const wanted = filter.trim().toLocaleLowerCase();
  const shown = lines.filter(
    (line) =>
      (kind === "all" || line.kind === kind || line.kind === "shell") &&
      (!wanted || textOf(line).toLocaleLowerCase().includes(wanted)),
  );

  useEffect(() => {
    const previousFocus = document.activeElement;
    prompt.current?.focus();
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, []);

  const copyAll = async () => {
    await navigator.clipboard.writeText(shown.map(textOf).join("\n")).then(
      () => toast(t("copied"), { tone: "success" }),
      // Without the permission, the lines can still be selected.
      () => undefined,
    );
  };

  return (
    <section
      aria-label={t("title")}
      className="floating terminal flex flex-col"
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-border px-3 py-1.5">
        <h2 className="mr-auto text-sm">{t("title")}</h2>
        <Select
          aria-label={t("kinds.label")}
          className="min-h-8 w-auto py-0.5 text-xs narrow:order-1 narrow:flex-1"
          value={kind}
          onValueChange={setKind}
          options={(["all", ...TERMINAL_KINDS] as const).map((value) => ({
            value,
            label: t(`kinds.${value}`),
          }))}
        />
        <div className="w-44 narrow:order-2 narrow:flex-1">
          <Input
            type="search"
            aria-label={t("filter")}
            placeholder={t("filter")}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            leading={<Search aria-hidden />}
            className="min-h-8 py-0.5 text-xs"
          />
        </div>
        <div className="flex">
          <IconButton size="sm" label={t("copyAll")} onClick={() => void copyAll()}>
            <Copy aria-hidden />
          </IconButton>
          <IconButton size="sm" label={t("clear")} onClick={() => useTerminalStore.getState().clear()}>
            <Trash2 aria-hidden />
          </IconButton>
          <IconButton size="sm" label={t("close")} onClick={close}>
            <X aria-hidden />
          </IconButton>
        </div>
      </div>
      <Output lines={shown} />
      <Prompt inputRef={prompt} setFilter={setFilter} />
    </section>
  );
}

function Output({ lines }: { lines: readonly TerminalLine[] }) {
  const t = useTranslations("shell.terminal");
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  // Follows new lines unless the user has scrolled up.
  useLayoutEffect(() => {
    if (atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  return (
    <div
      ref={box}
      role="log"
      aria-label={t("output")}
      // Makes it scrollable by keyboard.
      tabIndex={0}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className="min-h-0 flex-1 overflow-y-auto px-3 py-2 font-mono text-xs -outline-offset-2"
    >
      {lines.length === 0 && <p className="text-muted">{t("empty")}</p>}
      {lines.map((line) => (
        <div key={line.id} className="flex gap-2.5 py-px">
          <span className="flex-none text-subtle tabular-nums">{timeOf(line)}</span>
          {line.appName && <span className="max-w-32 flex-none truncate text-accent">{line.appName}</span>}
          <span className={cn("min-w-0 flex-1 break-words whitespace-pre-wrap", LEVELS[line.level])}>
            {line.text}
          </span>
        </div>
      ))}
    </div>
  );
}

interface PromptProps {
  inputRef: React.RefObject<HTMLInputElement | null>;
  setFilter: (text: string) => void;
}

function Prompt({ inputRef, setFilter }: PromptProps) {
  const t = useTranslations("shell.terminal");
  const run = useCommands(setFilter);
  const [text, setText] = useState("");
  const history = useRef<string[]>([]);
  const historyIndex = useRef(0);

  const recall = (step: number) => {
    historyIndex.current = Math.max(0, Math.min(history.current.length, historyIndex.current + step));
    setText(history.current[historyIndex.current] ?? "");
  };
  return (
    <form
      className="flex items-center gap-1.5 border-t border-border px-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!text.trim()) return;
        if (history.current.at(-1) !== text) history.current.push(text);
        historyIndex.current = history.current.length;
        setText("");
        void run(text);
      }}
    >
      <ChevronRight aria-hidden className="size-4 flex-none text-accent" />
      <input
        ref={inputRef}
        aria-label={t("prompt")}
        placeholder={t("placeholder")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
          event.preventDefault();
          recall(event.key === "ArrowUp" ? -1 : 1);
        }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="h-11 min-w-0 flex-1 bg-transparent font-mono text-xs outline-none touch:text-base"
      />
    </form>
  );
}
