"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { entryBytes, recordTree, viewDatabase, type DatabaseView } from "@/components/sandbox/trial-data";
import { toast } from "@/components/ui/toast";
import { useAppFormat } from "../../use-app-format";
import { inline, isOpenable, textOfPieces, valueJson } from "../console/value-text";
import { Pieces, ValueTree } from "../console/value-tree";

/** A database of IndexedDB: its stores, and their first records. */
export function DatabaseRow({ name, text }: { name: string; text: string }) {
  const t = useTranslations("playground.storage");
  const format = useAppFormat();
  const [isOpen, setOpen] = useState(false);
  // Large ones take a while to read.
  const view = useMemo(() => (isOpen ? viewDatabase(text) : null), [isOpen, text]);
  return (
    <li className="border-t border-border">
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex cursor-pointer items-baseline gap-2 px-3 py-1.5 pointer-coarse:py-3">
          <span className="min-w-0 flex-1 truncate font-semibold">{name || t("noName")}</span>
          <span className="flex-none text-subtle tabular-nums">{format.size(entryBytes(name, text))}</span>
        </summary>
        <div className="border-t border-border bg-surface py-1">
          {view ? (
            <>
              <p className="px-3 font-sans text-muted">{t("version", { version: view.version })}</p>
              {view.stores.map((store) => (
                <Store key={store.name} view={view} store={store} />
              ))}
            </>
          ) : (
            isOpen && <p className="px-3 font-sans text-danger">{t("badDatabase")}</p>
          )}
        </div>
      </details>
    </li>
  );
}

function Store({ view, store }: { view: DatabaseView; store: DatabaseView["stores"][number] }) {
  const t = useTranslations("playground.storage");
  const [isOpen, setOpen] = useState(false);
  const { name, keyPath, count, records } = store;
  return (
    <details className="ml-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer px-3 py-1 pointer-coarse:py-3">
        {name} <span className="text-muted">{t("records", { count })}</span>
        {keyPath && <span className="text-subtle"> {t("keyPath", { path: keyPath })}</span>}
      </summary>
      {isOpen && (
        <ol className="ml-3">
          {records.map((record) => (
            <Record key={record.key} view={view} record={record} />
          ))}
          {count > records.length && (
            <li className="px-3 py-1 text-subtle">{t("moreRows", { count: count - records.length })}</li>
          )}
        </ol>
      )}
    </details>
  );
}

function Record({ view, record }: { view: DatabaseView; record: { key: number; value: number } }) {
  const tools = useTranslations("playground.consoleTools");
  const key = textOfPieces(inline(recordTree(view, record.key), 0, 1));
  const tree = useMemo(() => recordTree(view, record.value), [view, record.value]);
  const copy = async (index: number) => {
    try {
      await navigator.clipboard.writeText(valueJson(tree, [index]));
      toast(tools("copied"), { tone: "success" });
    } catch {
      toast(tools("notCopied"), { tone: "danger" });
    }
  };
  return (
    <li className="flex items-start gap-2 px-3 py-0.5">
      <span className="max-w-[40%] flex-none truncate text-info">{key}</span>
      {isOpenable(tree.nodes[0]!) ? (
        <ValueTree tree={tree} index={0} onCopy={(index) => void copy(index)} />
      ) : (
        <span className="min-w-0 break-words whitespace-pre-wrap">
          <Pieces pieces={inline(tree, 0, 1)} />
        </span>
      )}
    </li>
  );
}
