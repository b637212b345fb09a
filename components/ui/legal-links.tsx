import Link from "next/link";
import { useTranslations } from "next-intl";

/** Links to the pages about the instance. */
export function LegalLinks({ target }: { target?: "_blank" }) {
  const t = useTranslations("common");
  return (
    <nav aria-label={t("legal")} className="flex flex-wrap gap-x-4 text-sm text-muted">
      {(["about", "rules", "terms", "privacy"] as const).map((name) => (
        <Link
          key={name}
          href={`/${name}`}
          prefetch={false}
          target={target}
          className="inline-flex min-h-6 items-center underline-offset-4 hover:underline touch:min-h-11"
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
