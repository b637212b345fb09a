import { InfiniteQueryObserver, type InfiniteData } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { makeQueryClient } from "./query-client";

type Pages = InfiniteData<string[], number>;

test("changes to a list survive while its next page is in flight", async () => {
  const client = makeQueryClient();
  let respond = () => {};
  const response = new Promise<void>((resolve) => (respond = resolve));
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ["list"],
    queryFn: async ({ pageParam }): Promise<string[]> => {
      if (pageParam > 0) await response;
      return [`${pageParam}a`, `${pageParam}b`];
    },
    initialPageParam: 0,
    getNextPageParam: (_page, pages) => (pages.length < 3 ? pages.length : null),
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await observer.refetch();
  const next = observer.fetchNextPage();
  client.setQueryData<Pages>(["list"], (data) => data && { ...data, pages: [["0a, liked"]] });
  respond();
  await next;
  expect(client.getQueryData<Pages>(["list"])).toEqual({
    pages: [["0a, liked"], ["1a", "1b"]],
    pageParams: [0, 1],
  });

  // A refetch replaces it with the server's data.
  const second = client.getQueryData<Pages>(["list"])!.pages[1];
  await observer.refetch();
  const pages = client.getQueryData<Pages>(["list"])!.pages;
  expect(pages[0]).toEqual(["0a", "0b"]);
  expect(pages[1]).toBe(second);
  unsubscribe();
});
