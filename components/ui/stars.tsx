import { Star } from "lucide-react";
import { cn } from "./cn";

/** A rating as five stars, the last one filled in part. */
export function Stars({ value, label, className }: { value: number; label: string; className?: string }) {
  return (
    <span role="img" aria-label={label} className={cn("inline-flex flex-none text-star *:size-4", className)}>
      {[0, 1, 2, 3, 4].map((before) => {
        const filled = Math.min(1, Math.max(0, value - before));
        if (filled === 0 || filled === 1)
          return <Star key={before} className={filled ? "fill-current" : "text-subtle"} />;
        return (
          <span key={before} className="relative *:size-full">
            <Star className="text-subtle" />
            <Star
              className="absolute inset-0 fill-current"
              style={{ clipPath: `inset(0 ${(1 - filled) * 100}% 0 0)` }}
            />
          </span>
        );
      })}
    </span>
  );
}
