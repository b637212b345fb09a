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

/** A valid package in one line. */
export function describePackage({ manifest, files, bytes, sha256 }, byteSize) {
  const { name, version } = manifest;
  return `${name} ${version}: ${files.size} files, ${byteSize(bytes.length)} packed, sha256 ${sha256}`;
}
