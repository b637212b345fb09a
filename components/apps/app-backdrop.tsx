import type { AppShort } from "@/lib/apps/contract";
import { cn } from "@/components/ui/cn";

/** The app's banner; without one, its icon enlarged, for the app's own colours. */
export function AppBackdrop({
  app,
  eager,
  soft,
  className,
}: {
  app: Pick<AppShort, "bannerUrl" | "iconUrl">;
  eager?: boolean;
  /** Blurs an enlarged icon: for places much larger than one. */
  soft?: boolean;
  className?: string;
}) {
  return (
    <div aria-hidden className={cn("relative overflow-hidden bg-sunken", className)}>
      <img
        src={app.bannerUrl ?? app.iconUrl}
        alt=""
        decoding="async"
        loading={eager ? undefined : "lazy"}
        draggable={false}
        className={cn(
          "absolute inset-0 size-full object-cover",
          soft && !app.bannerUrl && "origin-top-left scale-300 blur-3xl",
        )}
      />
    </div>
  );
}
