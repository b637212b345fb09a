"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { download } from "@/lib/browser/download";
import { CopyButton } from "./copy-button";

/** Shows new recovery codes. The server never shows them again, so Escape does not close the dialog. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTranslations("settings.totpDialog");
  const text = `${codes.join("\n")}\n`;

  return (
    <Dialog
      open
      alert
      closeHidden
      onOpenChange={() => undefined}
      title={t("codesTitle")}
      description={t("codesLead")}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t("saved")}
        </Button>
      }
    >
      <ul className="grid gap-x-6 gap-y-1.5 rounded-lg bg-sunken p-4 font-mono text-sm wide:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex gap-2">
        <CopyButton text={text} label={t("copy")} />
        <Button
          variant="outline"
          icon={<Download aria-hidden />}
          onClick={() => download(text, "gum-recovery-codes.txt")}
        >
          {t("download")}
        </Button>
      </div>
    </Dialog>
  );
}
