"use client";

import { Sparkles } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState, type FormEvent } from "react";
import { AppIcon } from "@/components/ui/app-icon";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { ReasonDialog } from "@/components/ui/reason-dialog";
import { TimeAgo } from "@/components/ui/time-ago";
import { toast } from "@/components/ui/toast";
import type { FeatureCase } from "@/lib/apps/feature-contract";
import { decideFeature, proposeFeature } from "@/lib/apps/feature-queries";
import { FEATURE_REASON_MAX_CHARS } from "@/lib/apps/rules";
import { useErrorTexts } from "@/lib/i18n/use-error-text";

interface FeatureCasesProps {
  proposed: FeatureCase[];
  approved: FeatureCase[];
  viewerId: string;
}

/** Runs a change, shows an error, and refetches the page. */
function useChange() {
  const errors = useErrorTexts();
  const router = useRouter();
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<unknown>, said: string): Promise<boolean> => {
    setPending(true);
    try {
      await work();
      toast(said, { tone: "success" });
      router.refresh();
      return true;
    } catch (error) {
      toast(errors.text(error), { tone: "danger" });
      return false;
    } finally {
      setPending(false);
    }
  };
  return { isPending, run };
}

/** What people proposed, and what the store features. */
export function FeatureCases({ proposed, approved, viewerId }: FeatureCasesProps) {
  const t = useTranslations("moderation.featured");
  return (
    <div className="flex flex-col gap-8">
      <section aria-labelledby="proposed-title">
        <h2 id="proposed-title" className="mb-2 text-lg">
          {t("proposed")}
        </h2>
        {proposed.length === 0 ? (
          <EmptyState
            icon={<Sparkles />}
            title={t("emptyTitle")}
            description={t("emptyText")}
            className="card py-8"
          />
        ) : (
          <List cases={proposed} viewerId={viewerId} label={t("proposed")} />
        )}
      </section>
      <section aria-labelledby="approved-title">
        <h2 id="approved-title" className="mb-2 text-lg">
          {t("approved")}
        </h2>
        {approved.length === 0 ? (
          <p className="text-sm text-muted">{t("noneApproved")}</p>
        ) : (
          <List cases={approved} viewerId={viewerId} label={t("approved")} />
        )}
      </section>
      <ProposeForm />
    </div>
  );
}

function List({ cases, viewerId, label }: { cases: FeatureCase[]; viewerId: string; label: string }) {
  return (
    <ul aria-label={label} className="card divide-y divide-border">
      {cases.map((each) => (
        <CaseRow key={each.app.id} data={each} isOwn={each.app.ownerId === viewerId} />
      ))}
    </ul>
  );
}

function CaseRow({ data: { app, state, reason, proposedAt }, isOwn }: { data: FeatureCase; isOwn: boolean }) {
  const t = useTranslations("moderation.featured");
  const { isPending, run } = useChange();
  const [isRefusing, setRefusing] = useState(false);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2.5 px-4 py-3.5">
      <AppIcon src={app.iconUrl} px={40} className="size-10" />
      <div className="min-w-0 flex-1 basis-52">
        <Link
          href={`/apps/${app.id}`}
          prefetch={false}
          className="text-sm font-medium underline-offset-4 hover:underline"
        >
          {app.name}
        </Link>
        <p className="text-xs text-muted">
          @{app.ownerUsername}
          {proposedAt && (
            <>
              {" · "}
              <TimeAgo at={proposedAt} />
            </>
          )}
        </p>
        <p dir="auto" className="mt-1.5 text-sm whitespace-pre-wrap wrap-anywhere">
          {reason}
        </p>
      </div>
      {isOwn ? (
        <p className="text-sm text-muted">{t("own")}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {state === "proposed" && (
            <Button
              size="sm"
              variant="primary"
              loading={isPending}
              aria-label={t("approveOne", { name: app.name })}
              onClick={() =>
                void run(() => decideFeature(app.id, { approve: true }), t("isApproved", { name: app.name }))
              }
            >
              {t("approve")}
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            aria-label={t(state === "proposed" ? "refuseOne" : "endOne", { name: app.name })}
            onClick={() => setRefusing(true)}
          >
            {t(state === "proposed" ? "refuse" : "end")}
          </Button>
        </div>
      )}
      {isRefusing && <RefuseDialog app={app} onClose={() => setRefusing(false)} />}
    </li>
  );
}

function RefuseDialog({ app, onClose }: { app: FeatureCase["app"]; onClose: () => void }) {
  const t = useTranslations("moderation.featured");
  const { isPending, run } = useChange();
  const send = async (reason: string) => {
    const work = () => decideFeature(app.id, { approve: false, reason });
    if (await run(work, t("isRefused", { name: app.name }))) onClose();
  };
  return (
    <ReasonDialog
      title={t("askRefuse", { name: app.name })}
      description={t("askRefuseText")}
      label={t("why")}
      submitLabel={t("send")}
      maxGraphemes={FEATURE_REASON_MAX_CHARS}
      isPending={isPending}
      onSubmit={(reason) => void send(reason)}
      onClose={onClose}
    />
  );
}

const APP_ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** A moderator's own proposal, by the address of the app's page. */
function ProposeForm() {
  const t = useTranslations("moderation.featured");
  const { isPending, run } = useChange();
  const [address, setAddress] = useState("");
  const [reason, setReason] = useState("");
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const id = APP_ID.exec(address)?.[0];
    if (!id) return setProblem(t("noApp"));
    if (!reason.trim() || isPending) return;
    setProblem(undefined);
    if (!(await run(() => proposeFeature(id.toLowerCase(), { reason }), t("isProposed")))) return;
    setAddress("");
    setReason("");
  };
  return (
    <section aria-labelledby="propose-title">
      <h2 id="propose-title" className="mb-2 text-lg">
        {t("propose")}
      </h2>
      <form className="card flex flex-col gap-4 px-4 py-4" onSubmit={(event) => void submit(event)}>
        <Field label={t("address")} error={problem}>
          <Input
            value={address}
            placeholder="https://…/apps/…"
            onChange={(event) => setAddress(event.target.value)}
          />
        </Field>
        <Field label={t("why")}>
          <Textarea
            grow
            rows={2}
            value={reason}
            maxGraphemes={FEATURE_REASON_MAX_CHARS}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        <Button
          type="submit"
          variant="outline"
          className="self-end"
          disabled={!reason.trim()}
          loading={isPending}
        >
          {t("propose")}
        </Button>
      </form>
    </section>
  );
}
