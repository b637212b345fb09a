import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/browser/api";
import type { NoticePage } from "./notice-contract";
import type { ActBody, ActResponse, AnswerBody, Case, CaseRef, QueuePage } from "./queue-contract";
import type { QueueName, ReportReason, SubjectType } from "./rules";

export type QueuePages = InfiniteData<QueuePage, string | null>;
export type NoticePages = InfiniteData<NoticePage, string | null>;
type QueueFilter = { queue: QueueName; type: SubjectType | undefined; reason: ReportReason | undefined };

export const moderationKeys = {
  all: ["moderation"] as const,
  queue: (filter: QueueFilter) => ["moderation", "queue", filter] as const,
  case: ({ type, id }: CaseRef) => ["moderation", "case", type, id] as const,
  notices: ["moderation", "notices"] as const,
};

export const queueListQuery = (filter: QueueFilter) =>
  infiniteQueryOptions({
    queryKey: moderationKeys.queue(filter),
    queryFn: ({ pageParam, signal }) =>
      api<QueuePage>("/v1/moderation/cases", { query: { ...filter, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

export const caseQuery = (ref: CaseRef) =>
  queryOptions({
    queryKey: moderationKeys.case(ref),
    queryFn: ({ signal }) => api<Case>(`/v1/moderation/cases/${ref.type}/${ref.id}`, { signal }),
  });

export const noticesListQuery = () =>
  infiniteQueryOptions({
    queryKey: moderationKeys.notices,
    queryFn: ({ pageParam, signal }) =>
      api<NoticePage>("/v1/notices", { query: { after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: moderationKeys.all });

export async function actOn(client: QueryClient, { type, id }: CaseRef, body: ActBody): Promise<ActResponse> {
  const response = await api<ActResponse>(`/v1/moderation/cases/${type}/${id}`, { method: "POST", body });
  await refresh(client);
  return response;
}

export async function undoDecision(client: QueryClient, id: string): Promise<void> {
  await api(`/v1/moderation/decisions/${id}/undo`, { method: "POST" });
  await refresh(client);
}

export async function answerAppeal(client: QueryClient, id: string, body: AnswerBody): Promise<void> {
  await api(`/v1/moderation/decisions/${id}/answer`, { method: "POST", body });
  await refresh(client);
}

export async function appealAgainst(client: QueryClient, id: string, text: string): Promise<void> {
  await api(`/v1/notices/${id}/appeal`, { method: "POST", body: { text } });
  await client.invalidateQueries({ queryKey: moderationKeys.notices });
}
