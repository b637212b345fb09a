import type { AppShort } from "@/lib/apps/contract";
import { askReport } from "@/lib/moderation/store";
import { compose, type ComposeDraft } from "@/lib/posts/compose-store";
import type { SharedMoment } from "@/lib/posts/draft-storage";

/** What an app in a post may do in the timeline. */
export const postAppActions = (app: AppShort) => ({
  onCompose: compose,
  onShare: ({ moment, ...draft }: Omit<ComposeDraft, "image" | "share"> & { moment: SharedMoment }) =>
    compose({ ...draft, image: null, share: { app, moment } }),
  onReport: () => askReport({ type: "app", id: app.id, name: app.name }),
});
