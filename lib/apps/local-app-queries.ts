import { queryOptions } from "@tanstack/react-query";

const database = () => import("./local-app-storage");

export const localAppKeys = {
  ofUser: (userId: string) => ["local-apps", userId] as const,
  detail: (userId: string, id: string) => ["local-apps", userId, id] as const,
};

/** Apps that this browser holds for a person. Read from it, so also without a connection. */
export const localAppsQuery = (userId: string) =>
  queryOptions({
    queryKey: localAppKeys.ofUser(userId),
    queryFn: async () => (await database()).listLocalApps(userId),
    networkMode: "always",
    staleTime: Infinity,
  });

export const localAppQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: localAppKeys.detail(userId, id),
    queryFn: async () => (await database()).findLocalApp(userId, id),
    networkMode: "always",
    staleTime: Infinity,
  });
