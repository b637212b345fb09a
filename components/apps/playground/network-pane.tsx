"use client";

import { CircleAlert, CircleCheck, FilePlus2, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import { toast } from "@/components/ui/toast";
import { readAnswers, withAnswer } from "./network-answers";
import { NETWORK_FILE, type Project } from "./project";
import { clearEntries, CONDITIONS, useSimulatedNetwork, type NetworkEntry } from "./simulated-network";

/** As much of a body as anybody reads here. */
const BODY_MAX_CHARS = 4_000;
const EXAMPLE = { method: "GET", url: "https://api.example.com/items" };

interface NetworkPaneProps {
  project: Project;
  onEdit: (change: (project: Project) => Project) => void;
  onGo: (file: string, line: number) => void;
}

/** The requests of the running app, and what they are answered with. */
export function NetworkPane({ project, onEdit, onGo }: NetworkPaneProps) {
  const t = useTranslations("playground.network");
  const entries = useSimulatedNetwork((state) => state.entries);
  const condition = useSimulatedNetwork((state) => state.condition);
  const { problem } = useMemo(() => readAnswers(project), [project]);
  const answer = (request: { method: string; url: string }) => {
    const changed = withAnswer(project, request);
    if (!changed) return toast(t("notRead", { file: NETWORK_FILE }), { tone: "warning" });
    onEdit(() => changed.project);
    onGo(NETWORK_FILE, changed.line);
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <IconButton
        size="sm"
        label={t("clear")}
        disabled={entries.length === 0}
        onClick={clearEntries}
        className="absolute top-0.5 right-1"
      >
        <Trash2 aria-hidden />
      </IconButton>
      <div className="flex flex-none flex-wrap items-center gap-2 border-b border-border px-3 py-1.5 text-xs text-muted">
        <Select
          aria-label={t("condition")}
          className="h-8 min-h-0 w-auto py-0 text-xs"
          value={condition}
          onValueChange={(value) => useSimulatedNetwork.setState({ condition: value })}
          options={CONDITIONS.map((value) => ({ value, label: t(`conditions.${value}`) }))}
        />
        <p className="min-w-0 flex-1">{t("lead", { file: NETWORK_FILE })}</p>
        <Button
          size="sm"
          variant="ghost"
          icon={<FilePlus2 aria-hidden />}
          onClick={() => (project.has(NETWORK_FILE) ? onGo(NETWORK_FILE, 1) : answer(EXAMPLE))}
        >
          {t("answers")}
        </Button>
      </div>
      {problem && (
        <p role="alert" className="flex-none bg-danger-soft px-3 py-1.5 text-xs text-danger">
          {t("badFile", { file: NETWORK_FILE, problem })}
        </p>
      )}
      <ul aria-label={t("requests")} className="min-h-0 flex-1 overflow-auto font-mono text-xs" tabIndex={0}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onAnswer={answer} />
        ))}
      </ul>
      {entries.length === 0 && <p className="flex-auto p-3 text-xs text-subtle">{t("empty")}</p>}
    </div>
  );
}

function Entry({
  entry,
  onAnswer,
}: {
  entry: NetworkEntry;
  onAnswer: (request: { method: string; url: string }) => void;
}) {
  const t = useTranslations("playground.network");
  const { by, method, url, outcome, response, reason, ms } = entry;
  const isFine = outcome === "pending" || (response !== undefined && response.status < 400);
  const Icon = isFine ? CircleCheck : CircleAlert;
  return (
    <li className={cn("border-b border-border", !isFine && "bg-danger-soft")}>
      <details>
        <summary className="flex cursor-pointer items-center gap-2 px-3 py-1.5">
          {outcome === "pending" ? (
            <Spinner className="size-3.5 flex-none" />
          ) : (
            <Icon aria-hidden className={cn("size-3.5 flex-none", isFine ? "text-success" : "text-danger")} />
          )}
          {by && <span className="flex-none text-muted">{by}</span>}
          {method && <span className="flex-none font-semibold">{method}</span>}
          <span className="min-w-0 flex-1 truncate" dir="ltr">
            {url}
          </span>
          <span className={cn("flex-none", !isFine && "text-danger")}>
            {response ? response.status : t(`outcomes.${outcome}`)}
          </span>
          {ms !== undefined && <span className="flex-none text-muted tabular-nums">{t("ms", { ms })}</span>}
        </summary>
        <div className="flex flex-col items-start gap-2 border-t border-border bg-surface px-3 py-2">
          {reason && <p className="text-danger">{reason}</p>}
          {outcome === "unanswered" && (
            <Button
              size="sm"
              className="font-sans"
              icon={<FilePlus2 aria-hidden />}
              onClick={() => onAnswer({ method, url })}
            >
              {t("answer")}
            </Button>
          )}
          <Message title={t("request")} headers={entry.headers} body={entry.body} />
          {response && <Message title={t("response")} headers={response.headers} body={response.body} />}
        </div>
      </details>
    </li>
  );
}

function Message({
  title,
  headers,
  body,
}: {
  title: string;
  headers: readonly (readonly [string, string])[];
  body: string | null;
}) {
  const head = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  const text = body && body.length > BODY_MAX_CHARS ? `${body.slice(0, BODY_MAX_CHARS)}…` : body;
  const shown = [head, text].filter(Boolean).join("\n\n");
  if (!shown) return null;
  return (
    <section aria-label={title} className="w-full min-w-0">
      <h3 className="font-sans text-xs font-medium text-muted">{title}</h3>
      <pre className="break-words whitespace-pre-wrap">{shown}</pre>
    </section>
  );
}
