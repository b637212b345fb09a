"use client";

import { useTranslations } from "next-intl";
import type { ConsoleTree } from "@/components/sandbox/app-frame-types";
import type { ValueTable as Table } from "./value-text";
import { inline } from "./value-text";
import { Pieces } from "./value-tree";

/** What `console.table` prints. */
export function ValueTable({ tree, table }: { tree: ConsoleTree; table: Table }) {
  const t = useTranslations("playground.consoleTools");
  const hasValues = table.rows.some(({ value }) => value !== null);
  const cell = "max-w-64 truncate border border-border px-2 py-0.5 text-left";
  const shown = (index: number | null) => index !== null && <Pieces pieces={inline(tree, index, 1)} />;
  return (
    <div className="max-w-full basis-full overflow-x-auto" tabIndex={0} role="group" aria-label={t("table")}>
      <table className="border-collapse">
        <thead>
          <tr className="bg-hover">
            <th scope="col" className={cell}>
              {t("tableIndex")}
            </th>
            {table.columns.map((column) => (
              <th key={column} scope="col" className={cell}>
                {column}
              </th>
            ))}
            {hasValues && (
              <th scope="col" className={cell}>
                {t("tableValue")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ name, cells, value }) => (
            <tr key={name}>
              <th scope="row" className={`${cell} font-normal text-info`}>
                {name}
              </th>
              {cells.map((index, at) => (
                <td key={table.columns[at]} className={cell}>
                  {shown(index)}
                </td>
              ))}
              {hasValues && <td className={cell}>{shown(value)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
