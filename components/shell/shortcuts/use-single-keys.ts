import { useQuery } from "@tanstack/react-query";
import { preferencesQuery } from "@/lib/account/queries";

/** Whether shortcuts of one key work. @param atStart what the server said with the page */
export function useSingleKeys(atStart: boolean): boolean {
  const { data } = useQuery({ ...preferencesQuery(), enabled: false });
  return data?.singleKeys ?? atStart;
}
