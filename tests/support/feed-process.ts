import { fork } from "node:child_process";
import { once } from "node:events";
import { writing } from "@/lib/db/replica";
import { createPost } from "@/lib/posts/service";
import { readTimeline } from "@/lib/posts/timeline-service";

type Ask = { personId: string; body?: string };

/** Another process of the instance, without HTTP, which does one thing after the other. */
export type FeedProcess = {
  post: (personId: string, body: string) => Promise<void>;
  /** The texts of the first page of the feed of everyone. */
  read: (personId: string) => Promise<string[]>;
  stop: () => Promise<void>;
};

export function startFeedProcess(env: Record<string, string>): FeedProcess {
  const child = fork(import.meta.filename, {
    execArgv: ["--conditions=react-server", "--import", "tsx"],
    env: { ...process.env, ...env },
  });
  const ask = async (what: Ask): Promise<string[]> => {
    const answer = Promise.race([
      once(child, "message"),
      once(child, "exit").then(() => {
        throw new Error("The process has ended.");
      }),
    ]);
    child.send(what);
    return ((await answer) as [string[]])[0];
  };
  return {
    post: async (personId, body) => void (await ask({ personId, body })),
    read: (personId) => ask({ personId }),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

async function answer({ personId, body }: Ask): Promise<string[]> {
  if (body !== undefined) {
    const post = { actor: { id: personId }, payload: { kind: "text" as const, body, media: [] } };
    await writing(personId, () => createPost(post));
    return [];
  }
  const query = { feed: "all" as const, limit: 20, after: undefined };
  const { items } = await readTimeline({ viewer: { id: personId, mutedWords: [] }, query });
  return items.map((post) => post.body);
}

if (process.send && process.argv[1] === import.meta.filename)
  process.on("message", (asked: Ask) => void answer(asked).then((told) => process.send!(told)));
