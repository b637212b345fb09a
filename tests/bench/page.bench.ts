import http from "node:http";
import { listDockApps } from "@/lib/apps/install-repository";
import { listLists } from "@/lib/people/list-repository";
import { countUnread } from "@/lib/notifications/repository";
import { findLiveSession } from "@/lib/auth/session-repository";
import { listHomeFeed } from "@/lib/posts/timeline-repository";
import type { Bench } from "./support/bench";
import { openCopy } from "./support/database";
import { compare, send } from "./support/load";
import { extentOf, markupOf } from "./support/markup";
import { personId, sessionId } from "./support/readers";
import { cookieOf, startBareNext, startProduct } from "./support/servers";
import { statementOf } from "./support/statements";

const POSTS = 200_000;
/** Follows two hundred. */
const READER = 2;
const LIMIT = 1.25;
const PATH = "/timeline";

const bench: Bench = {
  title: "/timeline, rendered by the server, 200 followees: CPU of application and database",
  run: async (context) => {
    const { report } = context;
    const { postgres, url } = await openCopy(context, POSTS);
    const viewerId = personId(READER);
    const statements = {
      session: await statementOf(() => findLiveSession(sessionId(READER))),
      lists: await statementOf(() => listLists({ ownerId: viewerId })),
      shelf: await statementOf(() => listDockApps(viewerId, 60)),
      unread: await statementOf(() => countUnread(viewerId)),
      timeline: await statementOf(() => listHomeFeed({ viewerId, after: undefined, take: 21 })),
    };
    const product = await startProduct(context, url);
    const call = () => ({ path: PATH, headers: { cookie } });
    const cookie = await cookieOf(READER);
    const agent = new http.Agent();
    const ours = await send(product.url, agent, call());
    const next = await startBareNext(context, url, { statements, markup: markupOf(ours.text) });
    const bare = await send(next.url, agent, { path: PATH });
    agent.destroy();

    const [extent, bareExtent] = [extentOf(ours.text), extentOf(bare.text)];
    report.note(
      `${extent.elements} elements, ${extent.characters} characters; the document has ${kb(ours.text)} KB, the bare one ${kb(bare.text)} KB`,
    );
    if (ours.status !== 200 || extent.elements < 300)
      throw new Error(`The product's page is not a timeline (${ours.status}, ${extent.elements} elements).`);
    if (Math.abs(extent.characters - bareExtent.characters) > 0.02 * extent.characters)
      throw new Error(`The bare page has ${bareExtent.characters} characters (${bare.status}).`);

    const measured = await compare(
      [
        { name: "bare", url: next.url, pids: [next.pid, postgres.pid], call: () => ({ path: PATH }) },
        { name: "product", url: product.url, pids: [product.pid, postgres.pid], call },
      ],
      // Long enough that the code of both is compiled.
      { rounds: 25, perRound: 50 },
    );
    const [base, value] = measured.map(({ cpuMs }) => cpuMs) as [number, number];
    report.figure({
      what: "the product's page, session check and all",
      value,
      unit: "ms CPU",
      base: { name: "a bare Next page, same markup and SQL", value: base },
      limit: LIMIT,
    });
  },
};

const kb = (text: string): string => (Buffer.byteLength(text) / 1024).toFixed(0);

export default bench;
