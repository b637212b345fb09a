import type { UserShort } from "./user";

/** An app as part of something else: a post, a dock item, a search result. */
export type AppShort = {
  id: string;
  name: string;
  version: string;
  description: string;
  iconUrl: string;
  bannerUrl: string | null;
  owner: UserShort;
};

/** An app of the store. */
export type App = AppShort & {
  category: string;
  tags: string[];
  screenshots: string[];
  isPublic: boolean;
  shareId: string | null;
  shareUrl: string | null;
  /** The manifest of the current version as it was checked at the upload. */
  manifest: Record<string, unknown>;
  packageBytes: number;
  createdAt: string;
  updatedAt: string;
  counts: { likes: number; users: number; runs: number };
  viewer: { liked: boolean; added: boolean; owner: boolean };
};
