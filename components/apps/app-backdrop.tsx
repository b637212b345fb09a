import type { AppShort } from "@/lib/contracts/app";
import { cn } from "@/components/ui/cn";

/** The app's banner; where it has none, its icon out of focus, so that the place has the app's own colours. */
export function AppBackdrop({
  app,
  eager,
  className,
}: {
  app: Pick<AppShort, "bannerUrl" | "iconUrl">;
  eager?: boolean;
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
          !app.bannerUrl && "scale-150 opacity-80 blur-2xl saturate-150",
        )}
      />
    </div>
  );
}
