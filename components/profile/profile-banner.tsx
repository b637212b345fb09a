import { tintOf } from "@/components/ui/tint";
import { cn } from "@/components/ui/cn";

interface ProfileBannerProps {
  person: { id: string; bannerUrl: string | null };
  className?: string;
}

/** The banner of a profile; without a picture, a gradient derived from the id. */
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
