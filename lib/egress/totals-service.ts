import "server-only";
import { appIconUrl } from "@/lib/apps/presenter";
import { requireModerator } from "@/lib/moderation/role-service";
import type { Actor } from "@/lib/shared/contract";
import { type AppTraffic, TOTAL_DAYS } from "./rules";
import { listTotals } from "./totals-repository";

const APPS_SHOWN = 50;
const HOSTS_SHOWN = 10;

/**
 * What apps sent and received over the last days, of all people together, those with the most bytes first.
 * @throws AppError not_found for everybody but moderators
 */
export async function getTraffic(viewer: Actor): Promise<AppTraffic[]> {
  await requireModerator(viewer);
  const since = new Date(Date.now() - (TOTAL_DAYS - 1) * 86_400_000);
  const records = await listTotals({ since, apps: APPS_SHOWN, hosts: HOSTS_SHOWN });
  return records.map(({ iconKey, ...record }) => ({ ...record, iconUrl: appIconUrl(record.id, iconKey) }));
}
