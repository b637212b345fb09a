"use client";

import { useQuery } from "@tanstack/react-query";
import { Megaphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { ANNOUNCEMENT_MAX_CHARS } from "@/lib/config/limits";
import { useDateFormat } from "@/lib/i18n/use-date-format";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { announcementsQuery, useAnnouncements } from "@/lib/instance/queries";
import { SettingsList } from "../settings-list";
import { SettingsSection } from "../settings-section";

/** The current announcement and earlier ones. */
export function AnnouncementsSection() {
  const t = useTranslations("instance");
  const errors = useErrorTexts();
  const formatDate = useDateFormat();
  const query = useQuery(announcementsQuery());
  const { announce, end } = useAnnouncements();
  const [text, setText] = useState("");
  const onError = (error: unknown) => void toast(errors.text(error), { tone: "danger" });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || announce.isPending) return;
    announce.mutate(text, { onError, onSuccess: () => setText("") });
  };
  return (
    <SettingsSection id="announcements" title={t("sections.announcements")} lead={t("announcements.lead")}>
      <form className="flex flex-col items-end gap-3 px-4 py-3.5" onSubmit={submit}>
        <Textarea
          grow
          rows={2}
          value={text}
          aria-label={t("announcements.text")}
          placeholder={t("announcements.placeholder")}
          maxGraphemes={ANNOUNCEMENT_MAX_CHARS}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="outline" disabled={!text.trim()} loading={announce.isPending}>
          {t("announcements.publish")}
        </Button>
      </form>
      <SettingsList
        query={query}
        items={query.data}
        label={t("sections.announcements")}
        empty={{
          icon: <Megaphone />,
          title: t("announcements.empty"),
          description: t("announcements.emptyLead"),
        }}
      >
        {({ id, text, createdAt, endedAt }) => (
          <li key={id} className="flex flex-wrap items-start gap-x-3.5 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p dir="auto" className="text-sm whitespace-pre-line wrap-anywhere">
                {text}
              </p>
              <p className="mt-1 flex items-center gap-2 text-xs text-muted">
                {formatDate(createdAt, { dateStyle: "medium", timeStyle: "short" })}
                {!endedAt && <Badge tone="accent">{t("announcements.shown")}</Badge>}
              </p>
            </div>
            {!endedAt && (
              <Button
                variant="ghost"
                size="sm"
                loading={end.isPending}
                onClick={() => end.mutate(id, { onError })}
              >
                {t("announcements.end")}
              </Button>
            )}
          </li>
        )}
      </SettingsList>
    </SettingsSection>
  );
}
