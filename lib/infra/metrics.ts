import "server-only";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import { serverEnv } from "@/lib/config/env.server";

/**
 * The metrics of this process for `GET /metrics` and the admin's page. Labels have a bounded set of values from the code, never paths, ids
 * or names from requests. docs/deploy.md describes the metrics; docs/deploy/alerts.yml and the dashboard use them.
 */

/** In seconds. */
const REQUEST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const QUERY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  // They sample the event loop a hundred times a second: only where somebody reads them.
  if (serverEnv().METRICS_TOKEN) collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  return {
    registry,
    requests: counter("gum_http_requests_total", "Requests that have ended, cut off ones as 499", [
      "route",
      "method",
      "status",
    ]),
    requestSeconds: histogram(
      "gum_http_request_duration_seconds",
      "Time until a response was sent, without event streams",
      ["route", "method"],
      REQUEST_BUCKETS,
    ),
    requestsOpen: gauge("gum_http_requests_open", "Requests under way, open event streams included", []),
    querySeconds: histogram(
      "gum_database_query_duration_seconds",
      "Time of a statement, without the wait for a connection",
      [],
      QUERY_BUCKETS,
    ),
    connections: gauge("gum_database_connections", "Connections of the pool, and who waits for one", [
      "state",
    ]),
    replicaConnections: gauge("gum_replica_connections", "The same of the replica's pool", ["state"]),
    replicaLag: gauge("gum_replica_lag_seconds", "The replica has what was committed longer ago", ["server"]),
    replicaReads: counter(
      "gum_replica_reads_total",
      "Reads that the replica may answer: `replica`, or why the primary did",
      ["answer"],
    ),
    streams: gauge("gum_streams_open", "Open event streams", []),
    events: counter("gum_bus_events_total", "Live events, from here or from other processes", [
      "type",
      "from",
    ]),
    busFailures: counter("gum_bus_failures_total", "Live events that did not reach Redis", []),
    redisUp: gauge("gum_redis_up", "Whether a connection to Redis takes commands", ["use"]),
    // Not `job`: Prometheus sets a label of that name on each target.
    jobs: counter("gum_job_runs_total", "Runs of cron jobs", ["name", "result"]),
    jobSeconds: gauge("gum_job_duration_seconds", "Time of a job's last run", ["name"]),
    jobSuccess: gauge("gum_job_last_success_timestamp_seconds", "When a job last ended well", ["name"]),
    queueRuns: counter("gum_queue_runs_total", "Attempts at jobs of the queues", ["queue", "result"]),
    queueJobs: gauge("gum_queue_jobs", "Jobs of the queues in the database", ["queue", "state"]),
    queueLate: gauge("gum_queue_late_seconds", "How long the oldest job that is due has waited", ["queue"]),
    backupSuccess: gauge("gum_backup_last_success_timestamp_seconds", "When it last went well; 0 for never", [
      "step",
    ]),
    backupFailure: gauge("gum_backup_last_failure_timestamp_seconds", "When it last failed; 0 for never", [
      "step",
    ]),
    orphans: counter("gum_orphaned_files_total", "Files that no row named, found or deleted by a job", [
      "area",
      "outcome",
    ]),
    mails: counter("gum_mails_total", "Mails given to the mail server", ["result"]),
    egress: counter("gum_egress_requests_total", "Requests of apps, by what was decided", ["decision"]),
    diskFree: gauge("gum_disk_free_bytes", "Free space of the disk that holds the files", ["store"]),
    uploadBytes: gauge("gum_uploads_in_flight_bytes", "Memory reserved for large bodies", []),
    rateLimited: counter("gum_rate_limited_total", "Refused by a rate limit", ["limit"]),
    cache: counter("gum_cache_requests_total", "Lookups in caches: `etag` is the client's", [
      "cache",
      "result",
    ]),
    errors: counter("gum_errors_logged_total", "Log lines of level error or fatal", []),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;

// On globalThis: Next bundles this module more than once.
const holder = globalThis as typeof globalThis & { gumMetrics?: Metrics };

export function metrics(): Metrics {
  return (holder.gumMetrics ??= createMetrics());
}
