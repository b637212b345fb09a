"use client";

import { later } from "@/components/ui/later";
import { PostSkeletons } from "./post-skeleton";

/** One person's posts, whose code is not part of the page's first load. */
export const UserPostsPart = later<{ userId: string }>(
  () => import("./user-posts").then((module) => module.UserPosts),
  <PostSkeletons />,
);
