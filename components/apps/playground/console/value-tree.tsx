"use client";

import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type KeyboardEvent, type MouseEvent } from "react";
import type { ConsoleTree } from "@/components/sandbox/app-frame-types";
import { cn } from "@/components/ui/cn";
import { entryName, inline, isOpenable, textOfPieces, type Piece, type Tone } from "./value-text";

const TONES: Record<Tone, string> = {
  plain: "",
  name: "text-info",
  string: "text-success",
  literal: "text-warning",
  muted: "text-muted",
};

export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ tone, text }, index) => (
    // They have no identity but their order.
    <span key={index} className={TONES[tone]}>
      {text}
    </span>
  ));
}

interface ValueTreeProps {
  tree: ConsoleTree;
  index: number;
  onCopy: (index: number) => void;
}

/** A value to unfold: by a press, or with the arrow keys. */
export function ValueTree({ tree, index, onCopy }: ValueTreeProps) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState("");
  const setOpen = (path: string, open: boolean) =>
    setOpened((before) => {
      const next = new Set(before);
      if (open) next.add(path);
      else next.delete(path);
      return next;
    });
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=treeitem]")];
    const at = items.findIndex((item) => item === document.activeElement);
    const item = items[at];
    if (!item) return;
    const path = item.dataset.path ?? "";
    const isOpen = item.getAttribute("aria-expanded");
    const parent = item.parentElement?.closest<HTMLElement>("[role=treeitem]");
    const isCopy = event.key === "c" && (event.ctrlKey || event.metaKey) && getSelection()?.isCollapsed;
    const go = (to: HTMLElement | null | undefined) => to?.focus();
    if (isCopy) onCopy(Number(item.dataset.node));
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === "ArrowDown") go(items[at + 1]);
    else if (event.key === "ArrowUp") go(items[at - 1]);
    else if (event.key === "Home") go(items[0]);
    else if (event.key === "End") go(items.at(-1));
    else if (event.key === "ArrowRight" && isOpen === "true") go(items[at + 1]);
    else if (event.key === "ArrowRight" && isOpen === "false") setOpen(path, true);
    else if (event.key === "ArrowLeft" && isOpen === "true") setOpen(path, false);
    else if (event.key === "ArrowLeft") go(parent);
    else if ((event.key === "Enter" || event.key === " ") && isOpen !== null)
      setOpen(path, isOpen !== "true");
    else return;
    event.preventDefault();
  };
  return (
    <ul
      role="tree"
      aria-label={textOfPieces(inline(tree, index)).slice(0, 120)}
      className={cn("min-w-0", opened.has("") && "basis-full")}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setCurrent(target.dataset.path ?? "")}
    >
      <Item tree={tree} node={index} path="" name={null} above={[]} {...{ opened, current, setOpen }} />
    </ul>
  );
}

interface ItemProps {
  tree: ConsoleTree;
  node: number;
  path: string;
  name: string | null;
  /** The nodes around it: one of them again is a cycle. */
  above: readonly number[];
  opened: ReadonlySet<string>;
  current: string;
  setOpen: (path: string, open: boolean) => void;
}

function Item({ tree, node: index, path, name, above, opened, current, setOpen }: ItemProps) {
  const t = useTranslations("playground.consoleTools");
  const node = tree.nodes[index]!;
  const isCycle = above.includes(index);
  const canOpen = !isCycle && isOpenable(node);
  const isOpen = canOpen && opened.has(path);
  const inner = [...above, index];
  const toggle = (event: MouseEvent) => {
    event.stopPropagation();
    // Who selects text does not want to unfold it.
    if (canOpen && getSelection()?.isCollapsed !== false) setOpen(path, !isOpen);
  };
  return (
    <li
      role="treeitem"
      aria-level={above.length + 1}
      aria-expanded={canOpen ? isOpen : undefined}
      aria-selected={false}
      data-path={path}
      data-node={index}
      tabIndex={path === current ? 0 : -1}
      className="rounded-xs -outline-offset-1 focus-visible:outline-2 focus-visible:outline-ring"
    >
      <div
        onClick={toggle}
        className={cn(
          "flex items-start py-px pointer-coarse:py-1.5",
          canOpen && "cursor-pointer hover:bg-hover",
        )}
      >
        <ChevronRight
          aria-hidden
          className={cn("mt-0.5 size-3.5 flex-none", isOpen && "rotate-90", !canOpen && "invisible")}
        />
        <span className="min-w-0 break-words whitespace-pre-wrap">
          {name !== null && <span className="text-info">{name}: </span>}
          {isCycle ? (
            <span className="text-muted">{t("circular", { name: node.text })}</span>
          ) : (
            <Pieces pieces={inline(tree, index, name === null ? 0 : 1)} />
          )}
        </span>
      </div>
      {isOpen && (
        <ul role="group" className="pl-3.5">
          {node.entries.map((entry, at) => (
            <Item
              key={`${entry.of} ${entry.key} ${at}`}
              tree={tree}
              node={entry.node}
              path={`${path}.${at}`}
              name={entryName(entry)}
              above={inner}
              {...{ opened, current, setOpen }}
            />
          ))}
          {node.more !== null && (
            <li role="none" className="pl-3.5 text-muted">
              {t("moreEntries", { count: node.more })}
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
