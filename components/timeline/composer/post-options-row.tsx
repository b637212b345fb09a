"use client";

import { AtSign, EyeOff, Globe, Lock, TriangleAlert, UserCheck } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { WARNING_MAX_CHARS } from "@/lib/config/limits";
import type { PostOptions } from "@/lib/posts/draft-storage";
import { REPLY_POLICIES } from "@/lib/posts/rules";
import { useTimeline } from "../timeline-context";

const ICONS = { everyone: Globe, following: UserCheck, mentioned: AtSign, nobody: Lock };

export interface PostOptionsRowProps {
  options: PostOptions;
  onChange: (options: PostOptions) => void;
  hasPictures: boolean;
  /** Who may reply is decided by the thread. */
  isReply: boolean;
}

/** Below the text of a post: who may reply, a content warning, and whether its pictures are sensitive. */
export function PostOptionsRow({ options, onChange, hasPictures, isReply }: PostOptionsRowProps) {
  const { t } = useTimeline();
  const id = useId();
  const { replyPolicy = "everyone", warning, sensitive = false } = options;
  const hasWarning = warning !== undefined;
  const Icon = ICONS[replyPolicy];
  return (
    <div className="mt-2 grid grid-cols-1 gap-2">
      {hasWarning && (
        <div>
          <label htmlFor={id} className="sr-only">
            {t("warningLabel")}
          </label>
          <Input
            id={id}
            autoFocus
            value={warning}
            maxLength={WARNING_MAX_CHARS}
            placeholder={t("warningPlaceholder")}
            onChange={(event) => onChange({ ...options, warning: event.target.value })}
          />
        </div>
      )}
      <div className="-ml-2 flex flex-wrap items-center gap-1">
        {!isReply && (
          <label className="flex max-w-full items-center gap-1.5 pl-2 text-accent">
            <span className="sr-only">{t("whoReplies")}</span>
            <Icon aria-hidden className="size-4 flex-none" />
            <Select
              value={replyPolicy}
              options={REPLY_POLICIES.map((value) => ({ value, label: t(`policy.${value}`) }))}
              onValueChange={(value) => onChange({ ...options, replyPolicy: value })}
              className="h-8 min-h-8 w-auto max-w-full min-w-0 border-transparent bg-transparent py-0 pl-1 text-sm font-medium touch:min-h-11"
            />
          </label>
        )}
        <Button
          size="sm"
          variant="ghost"
          icon={<TriangleAlert aria-hidden />}
          aria-pressed={hasWarning}
          className={hasWarning ? "text-warning" : "text-muted"}
          onClick={() => onChange({ ...options, warning: hasWarning ? undefined : "" })}
        >
          {t("contentWarning")}
        </Button>
        {hasPictures && (
          <Button
            size="sm"
            variant="ghost"
            icon={<EyeOff aria-hidden />}
            aria-pressed={sensitive}
            className={sensitive ? "text-warning" : "text-muted"}
            onClick={() => onChange({ ...options, sensitive: !sensitive })}
          >
            {t("markSensitive")}
          </Button>
        )}
      </div>
    </div>
  );
}
