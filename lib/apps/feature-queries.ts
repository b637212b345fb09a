import { queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { DecideFeatureBody, Feature, ProposeBody } from "./feature-contract";

export const featureQuery = (id: string) =>
  queryOptions({
    queryKey: ["apps", "feature", id] as const,
    queryFn: ({ signal }) => api<Feature>(`/apps/${id}/feature`, { signal }),
  });

export const proposeFeature = (id: string, body: ProposeBody): Promise<Feature> =>
  api<Feature>(`/apps/${id}/feature`, { method: "PUT", body });

export const withdrawFeature = (id: string): Promise<Feature> =>
  api<Feature>(`/apps/${id}/feature`, { method: "DELETE" });

export const decideFeature = (id: string, body: DecideFeatureBody): Promise<Feature> =>
  api<Feature>(`/apps/${id}/feature`, { method: "PATCH", body });
