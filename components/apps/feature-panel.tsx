"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ReasonDialog } from "@/components/ui/reason-dialog";
import { toast } from "@/components/ui/toast";
import type { App } from "@/lib/apps/contract";
import { featureQuery, proposeFeature, withdrawFeature } from "@/lib/apps/feature-queries";
import { FEATURE_REASON_MAX_CHARS } from "@/lib/apps/rules";
import { useErrorToast } from "./use-error-toast";

/** For the owner of a published app: whether the store features it, and proposing it to the moderators. */
export function FeaturePanel({ app }: { app: App }) {
  const t = useTranslations("apps.feature");
  const failed = useErrorToast();
  const client = useQueryClient();
  const { data } = useQuery(featureQuery(app.id));
  const [isAsking, setAsking] = useState(false);
  const withdraw = useMutation({
    mutationFn: () => withdrawFeature(app.id),
    onSuccess: (feature) => {
      client.setQueryData(featureQuery(app.id).queryKey, feature);
      toast(t("withdrawn", { name: app.name }));
    },
    onError: failed,
  });
  if (!data) return null;
  const { state, answer } = data;
  const isOpen = state === "proposed" || state === "approved";
  return (
    <div className="mt-4 border-t border-border pt-4">
      <p className="text-sm font-medium">{t("title")}</p>
      <p className="mt-0.5 text-sm text-pretty text-muted">{t(`state.${state}`)}</p>
      {answer && (
        <p
          dir="auto"
          className="mt-2 rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere"
        >
          <span className="text-muted">{t("answer")}</span> {answer}
        </p>
      )}
      <div className="mt-2.5">
        {isOpen ? (
          <Button size="sm" variant="ghost" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            {t("withdraw")}
          </Button>
        ) : (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t(state === "refused" ? "again" : "propose")}
          </Button>
        )}
      </div>
      {isAsking && <ProposeDialog app={app} onClose={() => setAsking(false)} />}
    </div>
  );
}

function ProposeDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const t = useTranslations("apps.feature");
  const failed = useErrorToast();
  const client = useQueryClient();
  const propose = useMutation({
    mutationFn: (reason: string) => proposeFeature(app.id, { reason }),
    onSuccess: (feature) => {
      client.setQueryData(featureQuery(app.id).queryKey, feature);
      toast(t("sent"), { tone: "success" });
      onClose();
    },
    onError: failed,
  });
  return (
    <ReasonDialog
      title={t("ask", { name: app.name })}
      description={t("askText")}
      label={t("why")}
      submitLabel={t("send")}
      maxGraphemes={FEATURE_REASON_MAX_CHARS}
      isPending={propose.isPending}
      onSubmit={propose.mutate}
      onClose={onClose}
    />
  );
}
