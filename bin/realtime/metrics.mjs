import { createHash, timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Refused } from "./instance.mjs";

/**
 * Metrics of this process in Prometheus' format, for programs of the operator, who know METRICS_TOKEN: the rule of the instance's
 * own /metrics (lib/http/secret-check.ts). Labels come from the code.
 */
const digest = (text) => createHash("sha256").update(text).digest();

/** @returns 200; 404 without a token in the settings, 401 for another one */
export function statusFor(authorization, token) {
  if (!token) return 404;
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`)) ? 200 : 401;
}

const METRICS = {
  gum_realtime_sockets: ["gauge", "Open sockets, by whether a token has said whose they are"],
  gum_realtime_channels: ["gauge", "Channels that sockets have joined"],
  gum_realtime_buffered_bytes: ["gauge", "What sockets have not taken yet"],
  gum_realtime_messages_total: ["counter", "Messages of sockets, `received` and `sent`"],
  gum_realtime_unread_total: ["counter", "Sockets that were ended because they took nothing"],
  gum_realtime_broadcasts_total: ["counter", "Broadcasts without a socket, by status"],
  gum_realtime_streams: ["gauge", "Event streams of people, open at the instance"],
  gum_realtime_events_total: ["counter", "Events that came from there"],
  gum_realtime_instance_calls_total: ["counter", "Calls of the instance, by how it answered"],
  process_resident_memory_bytes: ["gauge", "Memory of the process"],
  process_cpu_seconds_total: ["counter", "Processor time of the process"],
  nodejs_eventloop_lag_p99_seconds: ["gauge", "How late the event loop is, of one turn in a hundred"],
};

const CALLS = ["publicKey", "personOf", "rows", "members", "watch"];
const GAUGE_MS = 10;

export class RealtimeMetrics {
  #counters = new Map();
  #streams = 0;
  #delay;

  /** @param {boolean} isRead whether somebody may read them */
  constructor(isRead) {
    if (isRead) this.#delay = monitorEventLoopDelay({ resolution: GAUGE_MS });
    this.#delay?.enable();
    for (const direction of ["received", "sent"]) this.count("gum_realtime_messages_total", { direction }, 0);
    for (const result of ["answered", "refused", "failed"])
      this.count("gum_realtime_instance_calls_total", { result }, 0);
    for (const name of ["gum_realtime_unread_total", "gum_realtime_events_total"]) this.count(name, {}, 0);
    for (const status of ["202", "503"]) this.count("gum_realtime_broadcasts_total", { status }, 0);
  }

  count(name, labels = {}, by = 1) {
    const series = seriesOf(name, labels);
    this.#counters.set(series, (this.#counters.get(series) ?? 0) + by);
  }

  /** The instance, with its calls, streams and events counted. */
  over(instance) {
    const counted = { ...instance };
    for (const name of CALLS)
      counted[name] = async (...args) => {
        let result = "failed";
        try {
          const answer = await instance[name](...args);
          result = "answered";
          return answer;
        } catch (error) {
          if (error instanceof Refused && error.status < 500) result = "refused";
          throw error;
        } finally {
          this.count("gum_realtime_instance_calls_total", { result });
        }
      };
    counted.events = (...args) => this.#counted(instance.events(...args));
    return counted;
  }

  async *#counted(events) {
    this.#streams++;
    try {
      for await (const event of events) {
        this.count("gum_realtime_events_total");
        yield event;
      }
    } finally {
      this.#streams--;
    }
  }

  /** @param {{ signedIn: number, strangers: number, channels: number, bufferedBytes: number }} now */
  write({ signedIn, strangers, channels, bufferedBytes }) {
    const { user, system } = process.cpuUsage();
    const lag = this.#delay ? this.#delay.percentile(99) / 1e9 - GAUGE_MS / 1e3 : 0;
    this.#delay?.reset();
    const values = new Map([
      ...this.#counters,
      [seriesOf("gum_realtime_sockets", { kind: "signed_in" }), signedIn],
      [seriesOf("gum_realtime_sockets", { kind: "stranger" }), strangers],
      ["gum_realtime_channels", channels],
      ["gum_realtime_buffered_bytes", bufferedBytes],
      ["gum_realtime_streams", this.#streams],
      ["process_resident_memory_bytes", process.memoryUsage.rss()],
      ["process_cpu_seconds_total", (user + system) / 1e6],
      ["nodejs_eventloop_lag_p99_seconds", Math.max(0, lag)],
    ]);
    const lines = Object.entries(METRICS).flatMap(([name, [type, help]]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...[...values]
        .filter(([series]) => series.split("{")[0] === name)
        .map(([series, value]) => `${series} ${value}`),
    ]);
    return `${lines.join("\n")}\n`;
  }
}

function seriesOf(name, labels) {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return pairs.length > 0 ? `${name}{${pairs.join(",")}}` : name;
}
