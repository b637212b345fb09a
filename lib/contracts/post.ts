import type { AppShort } from "./app";
import type { UserShort } from "./user";

export type PostMedia = {
  id: string;
  url: string;
  type: string;
  width: number;
  height: number;
  alt: string;
  preview: string;
};

export type PostRender = {
  mode: "template";
  templateId: string;
  slots: { title?: string; content?: string; image?: string };
};

export type Post = {
  id: string;
  kind: "text";
  body: string;
  appRef: { appId: string; version: string } | null;
  media: PostMedia[];
  render: PostRender;
  author: UserShort;
  app: AppShort | null;
  createdAt: string;
  counts: { likes: number; comments: number };
  viewer: { liked: boolean };
};

export type Comment = {
  id: string;
  postId: string;
  content: string;
  author: UserShort;
  createdAt: string;
};
