import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { OnboardingStep } from "@/lib/account/onboarding";

export function StepList({
  steps,
  completed,
  current,
}: {
  steps: readonly OnboardingStep[];
  completed: readonly OnboardingStep[];
  current: OnboardingStep | undefined;
}) {
  const t = useTranslations("onboarding.steps");
  return (
    <ol aria-label={t("label")} className="grid grid-cols-3 gap-3">
      {steps.map((step, index) => {
        const done = completed.includes(step);
        const here = step === current;
        return (
          <li key={step} aria-current={here ? "step" : undefined} className="min-w-0">
            <span
              className={cn(
                "block h-1 rounded-full",
                done || here ? "bg-accent" : "bg-border-strong",
                here && "opacity-60",
              )}
            />
            <span
              className={cn(
                "mt-2 flex items-center gap-1.5 text-xs",
                here ? "font-medium text-text" : "text-muted",
              )}
            >
              {done ? (
                <Check aria-hidden className="size-3.5 flex-none text-accent" />
              ) : (
                <span>{index + 1}.</span>
              )}
              <span className="min-w-0 wrap-anywhere">{t(step)}</span>
              {done && <span className="sr-only">{t("done")}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
