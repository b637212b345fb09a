import { tintOf } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";

export interface ProfileBannerProps {
  person: { id: string; bannerUrl: string | null };
  className?: string;
}

/** The picture over somebody's page; where they have none, colours of their own. */
export function ProfileBanner({ person: { id, bannerUrl }, className }: ProfileBannerProps) {
  if (bannerUrl) {
    return (
      <img
        src={bannerUrl}
        alt=""
        width={1500}
        height={500}
        className={cn("w-full object-cover", className)}
      />
    );
  }
  return <div aria-hidden className={cn("profile-banner tint w-full", className)} style={tintOf(id)} />;
}
