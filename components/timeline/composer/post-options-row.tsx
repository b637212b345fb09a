"use client";

import { AtSign, EyeOff, Globe, Link2, Link2Off, Lock, TriangleAlert, UserCheck } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { WARNING_MAX_CHARS } from "@/lib/config/limits";
import { cardAddress } from "@/lib/links/rules";
import type { PostOptions } from "@/lib/posts/draft-storage";
import { REPLY_POLICIES } from "@/lib/posts/rules";
import { useTimeline } from "../timeline-context";
import { LinkPreview } from "./link-preview";

const ICONS = { everyone: Globe, following: UserCheck, mentioned: AtSign, nobody: Lock };

export interface PostOptionsRowProps {
  options: PostOptions;
  onChange: (options: PostOptions) => void;
  hasPictures: boolean;
  /** The text whose first link would get a card; null where the post shows something else. */
  linkText: string | null;
  /** Who may reply is decided by the thread. */
  isReply: boolean;
  end?: ReactNode;
}

/** Below the text of a post: who may reply, a content warning, and whether its pictures are sensitive. */
export function PostOptionsRow({
  options,
  onChange,
  hasPictures,
  linkText,
  isReply,
  end,
}: PostOptionsRowProps) {
  const { t } = useTimeline();
  const id = useId();
  const { replyPolicy = "everyone", warning, sensitive = false, preview = true } = options;
  const hasWarning = warning !== undefined;
  const Icon = ICONS[replyPolicy];
  const url = linkText && cardAddress(linkText);
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
      {url && preview && <LinkPreview url={url} onRemove={() => onChange({ ...options, preview: false })} />}
      {/* One line, so that it is as high as the space that the composer reserves for it. */}
      <div className="-ml-2 flex h-8 items-center gap-1 touch:h-11">
        {!isReply && (
          <label className="flex min-w-0 items-center gap-1.5 pl-2 text-accent">
            <span className="sr-only">{t("whoReplies")}</span>
            <Icon aria-hidden className="size-4 flex-none" />
            <Select
              value={replyPolicy}
              options={REPLY_POLICIES.map((value) => ({ value, label: t(`policy.${value}`) }))}
              onValueChange={(value) => onChange({ ...options, replyPolicy: value })}
              className="h-8 min-h-8 w-auto min-w-0 truncate border-transparent bg-transparent py-0 pl-1 text-sm font-medium touch:min-h-11"
            />
          </label>
        )}
        <Toggle
          label={t("contentWarning")}
          icon={<TriangleAlert aria-hidden />}
          isOn={hasWarning}
          tone="text-warning"
          onToggle={() => onChange({ ...options, warning: hasWarning ? undefined : "" })}
        />
        {url && (
          <Toggle
            label={t("linkPreview")}
            icon={preview ? <Link2 aria-hidden /> : <Link2Off aria-hidden />}
            isOn={preview}
            tone="text-accent"
            onToggle={() => onChange({ ...options, preview: !preview })}
          />
        )}
        {hasPictures && (
          <Toggle
            label={t("markSensitive")}
            icon={<EyeOff aria-hidden />}
            isOn={sensitive}
            tone="text-warning"
            onToggle={() => onChange({ ...options, sensitive: !sensitive })}
          />
        )}
        {end && <span className="ml-auto flex flex-none items-center gap-1">{end}</span>}
      </div>
    </div>
  );
}

interface ToggleProps {
  label: string;
  icon: ReactNode;
  isOn: boolean;
  tone: string;
  onToggle: () => void;
}

/** Only its icon where the line is short. */
function Toggle({ label, icon, isOn, tone, onToggle }: ToggleProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={icon}
      title={label}
      aria-pressed={isOn}
      className={cn("flex-none", isOn ? tone : "text-muted")}
      onClick={onToggle}
    >
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
