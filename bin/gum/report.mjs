const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);

/** One line per finding: `index.html:12:3  warning  What it is  [code]`. */
export function printFindings(findings) {
  for (const { level, code, message, entry, line, column } of findings) {
    const place =
      entry === undefined ? "package" : [entry, line, column].filter((part) => part !== undefined).join(":");
    const label = level === "error" ? paint(31, "error") : paint(33, "warning");
    console.log(`${place}  ${label}  ${message}  ${paint(2, `[${code}]`)}`);
  }
}

/** `2 errors, 1 warning`, or "" if there are none. */
export function countFindings(findings) {
  const count = (level) => findings.filter((finding) => finding.level === level).length;
  return ["error", "warning"]
    .map((level) => [count(level), level])
    .filter(([number]) => number > 0)
    .map(([number, level]) => `${number} ${level}${number === 1 ? "" : "s"}`)
    .join(", ");
}

const CAUSES = {
  error: "an error ended it before anything was seen",
  blank: "its page loaded, and stayed blank",
  slow: "it showed nothing within ten seconds",
  hangs: "its code never comes to an end",
  crashed: "it crashed, or took too much memory",
  no_browser: "the server has no browser",
  busy: "the server has no time now",
  unreachable: "the server's browser did not reach the instance",
  browser_failed: "the server's browser did not work",
  too_late: "it took too long",
};
const causeOf = (trial) => CAUSES[trial.cause] ?? trial.cause;

/** The results of an app's trial by the instance: one line, and one for each error. */
export function describeTrial(trial) {
  if (trial.outcome === "untried") return `Not tried: ${causeOf(trial)}.`;
  const { startMs, fitsPhone, keyboard, saves, hosts, errorCount, errors } = trial;
  const facts = [
    trial.outcome === "failed" && `does not start, ${causeOf(trial)}`,
    trial.outcome === "started" && startMs !== null && `starts in ${(startMs / 1_000).toFixed(1)} s`,
    fitsPhone !== null && (fitsPhone ? "fits a phone" : "is wider than a phone"),
    keyboard !== null && `the Tab key reaches ${keyboard ? "it" : "nothing in it"}`,
    saves !== null && (saves ? "saves at its start" : "saves nothing at its start"),
    `asked for ${hosts.length > 0 ? hosts.join(", ") : "no other host"}`,
    `${errorCount === 0 ? "no" : errorCount} error${errorCount === 1 ? "" : "s"}`,
  ];
  return [`Tried: ${facts.filter(Boolean).join("; ")}.`, ...errors.map((text) => `  ${text}`)].join("\n");
}

/** A valid package in one line. */
export function describePackage({ manifest, files, bytes, sha256 }, byteSize) {
  const { name, version } = manifest;
  return `${name} ${version}: ${files.size} files, ${byteSize(bytes.length)} packed, sha256 ${sha256}`;
}
