import { create } from "zustand";
import { METRICS_KEPT } from "@/lib/config/limits";

export interface Metric {
  name: string;
  value: number;
  unit: string;
  /** Milliseconds since 1970. */
  timestamp: number;
}

interface MetricsStore {
  /** By name, oldest first. */
  metrics: Readonly<Record<string, readonly Metric[]>>;
  record: (metric: Omit<Metric, "timestamp">) => void;
}

/** Measurements of this tab: start times and memory. Keeps the last 100 of each name. */
export const useMetricsStore = create<MetricsStore>()((set, get) => ({
  metrics: {},
  record: (metric) => {
    const { metrics } = get();
    const kept = [...(metrics[metric.name] ?? []), { ...metric, timestamp: Date.now() }].slice(-METRICS_KEPT);
    set({ metrics: { ...metrics, [metric.name]: kept } });
  },
}));
