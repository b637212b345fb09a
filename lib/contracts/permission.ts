/** What a person allowed an app to reach over the network, and how much it did. */
export type AppPermission = {
  app: { id: string; name: string; iconUrl: string };
  hosts: string[];
  grantedAt: string;
  /** Requests of the last 30 days, refused ones among them. */
  requests: number;
  lastRequestAt: string | null;
};
