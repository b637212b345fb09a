"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ProviderIcon } from "@/components/ui/provider-icon";
import type { AuthFacts } from "@/lib/auth/screen-contract";
import type { ProviderId } from "@/lib/auth/providers";
import type { Submit } from "@/lib/auth/use-submit";

/** Signs in or up with a provider. Several form a grid of two columns, so that the form stays in view. */
export function ProviderButtons({ form, providers }: { form: Submit; providers: AuthFacts["providers"] }) {
  const t = useTranslations("auth.provider");
  const [chosen, setChosen] = useState<ProviderId | null>(null);

  async function leave(id: ProviderId) {
    setChosen(id);
    await form.run(async () => {
      const { visitProvider } = await import("@/lib/auth/provider.client");
      return visitProvider(id, "sign_in");
    });
    setChosen(null);
  }

  const isGrid = providers.length > 1;
  return (
    <div role="group" aria-label={t("group")} className={cn("grid gap-2", isGrid && "grid-cols-2")}>
      {providers.map(({ id, name }, index) => (
        <Button
          key={id}
          variant="outline"
          size="lg"
          className={cn(
            "w-full min-w-0",
            isGrid && index === 0 && providers.length % 2 === 1 && "col-span-2",
          )}
          icon={<ProviderIcon provider={id} />}
          loading={chosen === id}
          disabled={form.pending && chosen !== id}
          aria-label={t("continue", { provider: name })}
          onClick={() => void leave(id)}
        >
          <span className="truncate">{isGrid ? name : t("continue", { provider: name })}</span>
        </Button>
      ))}
    </div>
  );
}
