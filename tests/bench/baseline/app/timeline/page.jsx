import fs from "node:fs";
import { createElement } from "react";
import { run } from "../../database.mjs";

export const dynamic = "force-dynamic";

/** The product's markup as a tree: [tag, attributes, ...children], or a text. */
const tree = JSON.parse(fs.readFileSync(process.env.BENCH_MARKUP, "utf8"));

function build(node) {
  if (typeof node === "string") return node;
  const [tag, attributes, ...children] = node;
  return createElement(tag, attributes, ...children.map(build));
}

/** The same statements in the same order, the same markup; nothing else. */
export default async function Page() {
  await run("session");
  await Promise.all([run("shelf"), run("unread")]);
  await Promise.all([run("lists"), run("timeline")]);
  return build(tree);
}
