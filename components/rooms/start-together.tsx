"use client";

import { Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { leave } from "@/components/ui/leave";
import { toast } from "@/components/ui/toast";
import { useErrorTexts } from "@/lib/i18n/use-error-text";
import { startRoom } from "@/lib/rooms/queries";
import { runHref, runKeyOf } from "@/lib/shared/run-key";

/** Opens a room of an app, which others join by its link. */
export function StartTogether({ appId }: { appId: string }) {
  const t = useTranslations("sandbox.room");
  const errors = useErrorTexts();
  const router = useRouter();
  const [isStarting, setStarting] = useState(false);
  const start = async () => {
    setStarting(true);
    try {
      const { id } = await startRoom(appId);
      leave(() => router.push(runHref(runKeyOf({ appId, roomId: id }))));
    } catch (error) {
      toast(errors.text(error), { tone: "danger" });
    }
    setStarting(false);
  };
  return (
    <Button size="lg" icon={<Users aria-hidden />} disabled={isStarting} onClick={() => void start()}>
      {t("start")}
    </Button>
  );
}
