"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Kbd } from "@/components/ui/kbd";
import { useShellUi } from "../shell-ui";
import { isSingleKey, SHORTCUTS, type Binding } from "@/lib/shell/shortcuts";
import { useSingleKeys } from "./use-single-keys";
import { useIsApple } from "./use-is-apple";

const GROUPS = ["go", "tools", "apps", "dock"] as const;

/** Lists all shortcuts; the search matches descriptions and keys. */
export function ShortcutsDialog({ singleKeys }: { singleKeys: boolean }) {
  const t = useTranslations("shell.shortcuts");
  const { shortcuts: open, set } = useShellUi();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLocaleLowerCase();
  const hasSingleKeys = useSingleKeys(singleKeys);
  const found = SHORTCUTS.filter((shortcut) => {
    if (isSingleKey(shortcut) && !hasSingleKeys) return false;
    const { id, bindings } = shortcut;
    const keys = bindings.map((binding) => binding.caps.join(" ")).join(" ");
    return `${t(`items.${id}`)} ${keys} ${keys.replaceAll(" ", "+")}`.toLocaleLowerCase().includes(wanted);
  });

  return (
    <Dialog
      size="lg"
      open={open}
      onOpenChange={(next) => {
        set({ shortcuts: next });
        if (!next) setQuery("");
      }}
      title={t("title")}
    >
      <Input
        type="search"
        aria-label={t("search")}
        placeholder={t("search")}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        leading={<Search aria-hidden />}
      />
      <div role="status" className="sr-only">
        {found.length === 0 ? t("none", { query }) : ""}
      </div>
      {found.length === 0 && <p className="py-8 text-center text-sm text-muted">{t("none", { query })}</p>}
      <div className="mt-5 gap-x-8 sm:columns-2">
        {GROUPS.map((group) => {
          const rows = found.filter((shortcut) => shortcut.group === group);
          if (rows.length === 0) return null;
          return (
            <section key={group} aria-labelledby={`shortcuts-${group}`} className="mb-6 break-inside-avoid">
              <h3 id={`shortcuts-${group}`} className="mb-1 text-xs text-muted">
                {t(`groups.${group}`)}
              </h3>
              <dl className="divide-y divide-border">
                {rows.map((shortcut) => (
                  <div key={shortcut.id} className="flex items-center justify-between gap-4 py-2">
                    <dt className="text-sm">{t(`items.${shortcut.id}`)}</dt>
                    <dd className="flex flex-col items-end gap-1">
                      <Bindings bindings={shortcut.bindings} apple={shortcut.id === "palette"} />
                    </dd>
                  </div>
                ))}
              </dl>
              {group === "apps" && <p className="mt-1 text-xs text-pretty text-muted">{t("inApps")}</p>}
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}

function Bindings({ bindings, apple }: { bindings: readonly Binding[]; apple: boolean }) {
  const t = useTranslations("shell.shortcuts");
  const isApple = useIsApple();
  const shown = isApple && apple ? [{ caps: ["⌘", "K"] }, ...bindings] : bindings;
  return shown.map((binding, index) => (
    <span key={binding.caps.join()} className="flex items-center gap-1.5">
      {index > 0 && <span className="flex-none text-2xs whitespace-nowrap text-subtle">{t("or")}</span>}
      <Kbd keys={binding.caps} />
    </span>
  ));
}
