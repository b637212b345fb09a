"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";
import { Spinner } from "@/components/ui/spinner";
import { useShellUi } from "../shell-ui";
import type { PaletteCommand } from "./palette-commands";
import { usePaletteCommands } from "./use-palette-commands";

const GROUPS = ["apps", "pages", "people", "actions"] as const;
const optionId = (command: PaletteCommand) => `palette-${command.id}`;

export function CommandPalette() {
  const t = useTranslations("shell.palette");
  const { palette: open, set } = useShellUi();
  return (
    <Dialog
      top
      closeHidden
      titleHidden
      size="lg"
      open={open}
      onOpenChange={(palette) => set({ palette })}
      title={t("title")}
      className="overflow-hidden"
    >
      <PaletteBody onDone={() => set({ palette: false })} />
    </Dialog>
  );
}

function PaletteBody({ onDone }: { onDone: () => void }) {
  const t = useTranslations("shell.palette");
  const [query, setQuery] = useState("");
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { commands, best, searching } = usePaletteCommands(query);
  const groups = GROUPS.map((group) => ({
    group,
    rows: commands.filter((command) => command.group === group),
  })).filter(({ rows }) => rows.length > 0);
  const shown = groups.flatMap(({ rows }) => rows);
  const current = shown.find((command) => command.id === selectedId) ?? best ?? shown[0];

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [current?.id]);

  const run = (command: PaletteCommand) => {
    onDone();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const index = current ? shown.indexOf(current) : -1;
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + 8, PageUp: index - 8 }[
      event.key
    ];
    if (target !== undefined && shown.length > 0) {
      event.preventDefault();
      const wraps = event.key.startsWith("Arrow");
      const next = wraps
        ? (target + shown.length) % shown.length
        : Math.max(0, Math.min(shown.length - 1, target));
      setSelectedId(shown[next]!.id);
    }
    if (event.key === "Enter" && current) {
      event.preventDefault();
      run(current);
    }
  };

  return (
    <div className="-mx-5 -my-4 flex max-h-[min(60dvh,30rem)] flex-col">
      <div className="flex items-center gap-3 border-b border-border px-4">
        <Search aria-hidden className="size-5 flex-none text-subtle" />
        <input
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={current && optionId(current)}
          aria-autocomplete="list"
          aria-label={t("placeholder")}
          placeholder={t("placeholder")}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setSelectedId(null);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          className="h-14 min-w-0 flex-1 bg-transparent text-lg outline-none"
        />
        {searching && <Spinner className="size-4 text-subtle" label={t("searching")} />}
      </div>
      <div
        ref={list}
        id="palette-list"
        role="listbox"
        aria-label={t("results")}
        className="min-h-0 flex-1 overflow-y-auto p-2"
      >
        {groups.map(({ group, rows }) => (
          <div key={group} role="group" aria-labelledby={`palette-group-${group}`}>
            <div id={`palette-group-${group}`} role="presentation" className="menu-title">
              {t(`groups.${group}`)}
            </div>
            {rows.map((command) => (
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === current}
                className="menu-item gap-3"
                onPointerMove={() => setSelectedId(command.id)}
                onClick={() => run(command)}
              >
                <span
                  aria-hidden
                  className="grid size-6 flex-none place-items-center text-muted [&>svg]:size-4.5"
                >
                  {command.icon}
                </span>
                <span className="min-w-0 flex-1 truncate">
                  {command.label}{" "}
                  {command.detail && <span className="ml-1 text-xs text-muted">{command.detail}</span>}
                </span>
                {command.caps && (
                  <span aria-hidden className="touch:hidden">
                    <Kbd keys={command.caps} />
                  </span>
                )}
              </div>
            ))}
          </div>
        ))}
        {shown.length === 0 && (
          <p className="px-3 py-10 text-center text-sm text-muted">{t("none", { query })}</p>
        )}
      </div>
      <p aria-hidden className="border-t border-border px-4 py-2 text-xs text-subtle touch:hidden">
        {t("hint")}
      </p>
    </div>
  );
}
