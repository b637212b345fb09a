"use client";

import { Pencil, Trash2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { memo, useId, useMemo, useState, useSyncExternalStore } from "react";
import { entryBytes, type TrialData, type TrialSnapshot } from "@/components/sandbox/trial-data";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Progress } from "@/components/ui/progress";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { useAppFormat } from "../../use-app-format";
import { DatabaseRow } from "./database-row";
import {
  AREAS,
  isEditable,
  isStorable,
  prettyValue,
  savedRows,
  type SavedArea,
  type SavedRow,
} from "./saved-rows";
import { useTrialStores } from "./trial-stores";

/** Rows of one area that are shown. */
const ROWS_MAX = 200;
/** As much of a value as anybody reads here. */
const VALUE_MAX_CHARS = 20_000;
const LINE_CHARS = 200;

/** What the running app has saved. */
export function StoragePane() {
  const t = useTranslations("playground.storage");
  const { stores, keeps } = useTrialStores();
  const [name, setName] = useState("");
  const store = stores.find((each) => each.name === name) ?? stores[0];
  return (
    <div className="flex h-full min-h-0 flex-col text-xs">
      <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-3 py-1.5">
        {stores.length > 1 && (
          <Select
            aria-label={t("whose")}
            className="h-8 min-h-0 w-auto py-0 text-xs pointer-coarse:h-11"
            value={store!.name}
            onValueChange={setName}
            options={stores.map((each) => ({ value: each.name, label: each.name }))}
          />
        )}
        <Switch
          className="min-w-48 flex-1 [&_*]:text-xs"
          label={t("keep")}
          hint={t("keepHint")}
          checked={keeps}
          onCheckedChange={(next) => useTrialStores.setState({ keeps: next })}
        />
      </div>
      {store ? (
        <Saved key={store.name} data={store.data} />
      ) : (
        <p className="p-3 text-subtle">{t("notRunning")}</p>
      )}
    </div>
  );
}

function Saved({ data }: { data: TrialData }) {
  const t = useTranslations("playground.storage");
  const format = useAppFormat();
  const { number } = useFormatter();
  const saved = useSyncExternalStore(data.subscribe, data.snapshot, data.snapshot);
  const rows = useMemo(() => savedRows(saved), [saved]);
  const isEmpty = saved.entries.length === 0 && saved.session.length === 0;
  const share = saved.usedBytes / saved.quotaBytes;
  const used = t("used", {
    used: format.size(saved.usedBytes),
    quota: format.size(saved.quotaBytes),
    share: number(share, { style: "percent", maximumFractionDigits: 1 }),
  });
  const clear = () => {
    const before: TrialSnapshot = data.latest();
    data.replace({ entries: [], session: [] });
    toast(t("cleared"), { action: { label: t("undo"), onClick: () => data.replace(before) } });
  };
  return (
    <div className="min-h-0 flex-1 overflow-auto" tabIndex={0} role="region" aria-label={t("saved")}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-3 py-1.5">
        <span className="tabular-nums">{used}</span>
        <span className="min-w-16 flex-1">
          <Progress label={t("quota")} value={share} />
        </span>
        <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden />} disabled={isEmpty} onClick={clear}>
          {t("clear")}
        </Button>
      </div>
      {isEmpty && <p className="p-3 text-subtle">{t("empty")}</p>}
      {AREAS.map((area) => (
        <Area key={area} area={area} rows={rows.get(area)!} data={data} />
      ))}
    </div>
  );
}

function Area({ area, rows, data }: { area: SavedArea; rows: readonly SavedRow[]; data: TrialData }) {
  const t = useTranslations("playground.storage");
  const heading = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="border-b border-border">
      <h3 id={heading} className="px-3 pt-2 pb-1 font-medium text-muted">
        {t(`areas.${area}`)} <span className="tabular-nums">{rows.length}</span>
      </h3>
      <ul className="font-mono">
        {rows
          .slice(0, ROWS_MAX)
          .map((row) =>
            area === "databases" ? (
              <DatabaseRow key={row.key} name={row.key} text={row.value} />
            ) : (
              <Row key={`${row.area} ${row.key}`} row={row} data={data} />
            ),
          )}
      </ul>
      {rows.length > ROWS_MAX && (
        <p className="px-3 py-1.5 text-subtle">{t("moreRows", { count: rows.length - ROWS_MAX })}</p>
      )}
    </section>
  );
}

interface RowProps {
  row: SavedRow;
  data: TrialData;
}

/** Its key in the list names its area and its key. */
const isSameRow = (before: RowProps, after: RowProps): boolean =>
  before.data === after.data &&
  before.row.area === after.row.area &&
  before.row.value === after.row.value &&
  before.row.expires === after.row.expires;

const Row = memo(function Row({ row, data }: RowProps) {
  const t = useTranslations("playground.storage");
  const format = useAppFormat();
  const { dateTime } = useFormatter();
  const [isEditing, setEditing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const { area, key, text, value, expires } = row;
  const change = (next: string | null): boolean => {
    if (area === "session" || area === "databases") return false;
    if (data.edit([{ area, key, value: next }])) return true;
    toast(t("full"), { tone: "danger" });
    return false;
  };
  const remove = () => {
    change(null);
    toast(t("deleted", { key }), { action: { label: t("undo"), onClick: () => void change(value) } });
  };
  const isOwn = isEditable(row);
  return (
    <li className="flex items-start border-t border-border">
      <details className="min-w-0 flex-1" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex cursor-pointer items-baseline gap-2 px-3 py-1.5 pointer-coarse:py-3">
          <span className="max-w-[45%] flex-none truncate font-semibold">{key || t("noName")}</span>
          <span className="min-w-0 flex-1 truncate text-muted">{text.slice(0, LINE_CHARS)}</span>
          <span className="flex-none text-subtle tabular-nums">{format.size(entryBytes(key, value))}</span>
        </summary>
        <div className="border-t border-border bg-surface px-3 py-2">
          {expires !== undefined && (
            <p className="font-sans text-muted">
              {expires === null
                ? t("sessionCookie")
                : t("expires", {
                    time: dateTime(new Date(expires), { dateStyle: "medium", timeStyle: "short" }),
                  })}
            </p>
          )}
          {isOpen && <Value text={text} />}
        </div>
        {isEditing && (
          <Edit
            row={row}
            onClose={() => setEditing(false)}
            onSave={(next) => {
              if (change(next)) setEditing(false);
            }}
          />
        )}
      </details>
      {isOwn && (
        <IconButton
          size="sm"
          label={t("edit", { key })}
          aria-expanded={isEditing}
          className="flex-none text-muted"
          onClick={({ currentTarget }) => {
            currentTarget.parentElement!.querySelector("details")!.open = true;
            setEditing(!isEditing);
          }}
        >
          <Pencil aria-hidden />
        </IconButton>
      )}
      {isOwn && (
        <IconButton
          size="sm"
          label={t("delete", { key })}
          className="mr-1 flex-none text-muted"
          onClick={remove}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  );
}, isSameRow);

function Value({ text }: { text: string }) {
  const pretty = useMemo(() => prettyValue(text), [text]);
  return (
    <pre className="break-words whitespace-pre-wrap">
      {pretty.slice(0, VALUE_MAX_CHARS)}
      {pretty.length > VALUE_MAX_CHARS && "…"}
    </pre>
  );
}

interface EditProps {
  row: SavedRow;
  onSave: (value: string) => void;
  onClose: () => void;
}

function Edit({ row, onSave, onClose }: EditProps) {
  const t = useTranslations("playground.storage");
  const common = useTranslations("common");
  const [text, setText] = useState(row.text);
  const problem = useId();
  const isValid = isStorable(row.area, text);
  return (
    <form
      className="flex flex-col gap-2 border-t border-border bg-surface px-3 py-2 font-sans"
      onSubmit={(event) => {
        event.preventDefault();
        // JSON is stored as the app would write it.
        if (isValid) onSave(row.area === "values" ? JSON.stringify(JSON.parse(text)) : text);
      }}
    >
      <Textarea
        autoFocus
        aria-label={t("valueOf", { key: row.key })}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : problem}
        className="min-h-20 font-mono text-xs"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
      />
      {!isValid && (
        <p id={problem} role="alert" className="text-danger">
          {t("notJson")}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" disabled={!isValid}>
          {common("save")}
        </Button>
        <Button size="sm" onClick={onClose}>
          {common("cancel")}
        </Button>
      </div>
    </form>
  );
}
