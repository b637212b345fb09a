import type { AppShort } from "@/lib/apps/contract";
import { cn } from "@/components/ui/cn";

/** The app's banner; where it has none, the middle of its icon, large, so that the place has the app's own colours. */
export function AppBackdrop({
  app,
  eager,
  soft,
  className,
}: {
  app: Pick<AppShort, "bannerUrl" | "iconUrl">;
  eager?: boolean;
  /** The icon's colours only: for places that are much larger than an icon. */
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
