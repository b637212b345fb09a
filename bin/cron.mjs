/**
 * `node bin/cron.mjs`: calls the jobs of the instance at GUM_URL by their schedule until it is ended. With `minutely`,
 * `hourly` or `daily` it calls those that are due so often once, for a scheduler that has the clock; its exit status is
 * 1 if one failed. `npm start` needs neither.
 */
import { callJobs, jobsOf, startCron } from "./launcher/cron.mjs";

const EVERY = { minutely: "minute", hourly: "hour", daily: "day" };

const { GUM_URL = "http://127.0.0.1:3000", CRON_SECRET: secret } = process.env;
const [often] = process.argv.slice(2);
if (!secret || !URL.canParse(GUM_URL) || (often && !Object.hasOwn(EVERY, often))) {
  console.error(
    "Usage: node bin/cron.mjs [minutely|hourly|daily], with CRON_SECRET, and GUM_URL, where the instance is.",
  );
  process.exit(2);
}
const baseUrl = GUM_URL.replace(/\/$/, "");
const onError = (error) => console.error(error.message);

if (often) {
  const failures = await callJobs({ jobs: jobsOf(EVERY[often]), baseUrl, secret });
  failures.forEach(onError);
  process.exitCode = failures.length > 0 ? 1 : 0;
} else {
  const cron = startCron({ baseUrl, secret, onError });
  // The schedule's own timers keep no process alive.
  const alive = setInterval(() => {}, 2 ** 30);
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => {
      clearInterval(alive);
      cron.stop();
    });
  console.log(`Jobs of ${baseUrl} are called by their schedule`);
}
