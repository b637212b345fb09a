"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { Tabs } from "@/components/ui/tabs";
import type { Finding } from "@/lib/package/finding";
import type { ConsoleLine } from "./console/console-lines";
import { ConsolePane } from "./console/console-pane";
import { NetworkPane } from "./network-pane";
import type { Project } from "./project";
import { StoragePane } from "./storage/storage-pane";
import { resetNetwork, useSimulatedNetwork } from "./simulated-network";

export type Tool = "console" | "network" | "storage";

interface ToolsPaneProps {
  tool: Tool;
  onTool: (tool: Tool) => void;
  lines: readonly ConsoleLine[];
  findings: readonly Finding[];
  onClear: () => void;
  project: Project;
  onEdit: (change: (project: Project) => Project) => void;
  onGo: (file: string, line: number) => void;
}

/** The console, the network and the storage of the running app. */
export function ToolsPane({ tool, onTool, lines, findings, onClear, project, onEdit, onGo }: ToolsPaneProps) {
  const t = useTranslations("playground");
  const requests = useSimulatedNetwork(({ entries }) => entries.length);
  const condition = useSimulatedNetwork((state) => state.condition);
  useEffect(() => resetNetwork, []);
  const problems = findings.length > 0 && (
    <>
      {t("console")} <span className="text-warning">{t("problemsCount", { count: findings.length })}</span>
    </>
  );
  const network = condition === "online" ? t("network.title") : t(`network.is.${condition}`);
  return (
    <Tabs
      label={t("tools")}
      value={tool}
      onValueChange={onTool}
      tabs={[
        { value: "console", label: problems || t("console") },
        { value: "network", label: network, ...(requests > 0 && { count: requests }) },
        { value: "storage", label: t("storage.title") },
      ]}
      className="relative flex h-full min-h-0 flex-col"
      listClassName="flex-none md:[&>.tab]:min-h-9 md:[&>.tab]:py-1 [&>.tab]:text-xs"
      panelClassName="min-h-0 flex-1"
    >
      {tool === "console" ? (
        <ConsolePane lines={lines} findings={findings} onClear={onClear} onGo={onGo} />
      ) : tool === "network" ? (
        <NetworkPane project={project} onEdit={onEdit} onGo={onGo} />
      ) : (
        <StoragePane />
      )}
    </Tabs>
  );
}
