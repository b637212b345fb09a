import { Globe, ShieldAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { App } from "@/lib/apps/contract";
import { allowsSource } from "@/lib/apps/license";
import type { PermissionChange } from "@/lib/permissions/rules";
import { Button } from "@/components/ui/button";
import { useEverTrue } from "@/components/ui/use-ever-true";
import { PermissionItem } from "./app-permissions";
import { CAPABILITY_ICONS } from "./capability-icons";
import { useAppTexts } from "./use-app-texts";

const CompareDialog = dynamic(() => import("./compare-dialog").then((module) => module.CompareDialog), {
  ssr: false,
});

/** Asks before the first run of a version that adds permissions. */
export function ChangedPermissions({
  app,
  before,
  change,
  onAccept,
  onStay,
}: {
  app: App;
  before: string;
  change: PermissionChange;
  onAccept: () => Promise<void>;
  /** Null where the version before is gone. */
  onStay: (() => void) | null;
}) {
  const t = useTranslations("apps");
  const { name } = useAppTexts()(app);
  const { version } = app;
  const [taking, setTaking] = useState(false);
  const [comparing, setComparing] = useState(false);
  const hasCompared = useEverTrue(comparing);
  const reasonOf = (capability: string) =>
    app.manifest.required_capabilities.find(({ name }) => name === capability)?.reason;
  return (
    <section aria-labelledby="changed-title" className="mx-auto max-w-narrow px-4 py-8 sm:py-14">
      <div className="card p-5 sm:p-7">
        <ShieldAlert aria-hidden className="mb-3 size-7 text-warning" />
        <h2 id="changed-title" className="text-xl text-balance">
          {t("runner.changedTitle", { name, version })}
        </h2>
        <p className="mt-1 text-sm text-muted">{t("runner.changedText", { before })}</p>
        <ul className="mt-4 flex flex-col gap-3">
          {change.capabilities.map((capability) => (
            <PermissionItem
              key={capability}
              icon={CAPABILITY_ICONS[capability]}
              title={t(`may.${capability}`)}
              reason={reasonOf(capability)}
            />
          ))}
          {change.hosts.length > 0 && (
            <PermissionItem
              icon={Globe}
              title={t("runner.changedHosts")}
              hosts={change.hosts}
              reason={app.manifest.network?.reason}
            />
          )}
        </ul>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button
            variant="primary"
            loading={taking}
            onClick={() => {
              setTaking(true);
              void onAccept().finally(() => setTaking(false));
            }}
          >
            {t("runner.changedAccept")}
          </Button>
          {onStay && <Button onClick={onStay}>{t("runner.changedStay", { version: before })}</Button>}
          <Button variant="ghost" onClick={() => setComparing(true)}>
            {t("runner.changedWhat")}
          </Button>
        </div>
        {hasCompared && (
          <CompareDialog
            appId={app.id}
            hasSource={app.viewer.owner || allowsSource(app.manifest.license)}
            from={before}
            to={version}
            open={comparing}
            onOpenChange={setComparing}
          />
        )}
      </div>
    </section>
  );
}
