import { describe, expect, it } from "vitest";
import { enqueue } from "./work-queue";

function heldWork() {
  const finish: (() => void)[] = [];
  const started: string[] = [];
  const run = (personId: string) =>
    enqueue(personId, () => {
      started.push(personId);
      return new Promise<void>((done) => finish.push(done));
    });
  return { finish, started, run };
}
/** Lets everything go on that can. */
const settle = () => new Promise((done) => setImmediate(done));

describe("questions in turn", () => {
  it("run two at a time for one person and four in all, whoever came first", async () => {
    const { finish, started, run } = heldWork();
    const all = [..."aaabbbc"].map((person) => run(person));
    await settle();
    expect(started.join("")).toBe("aabb");
    finish[0]!();
    await settle();
    expect(started.join("")).toBe("aabba");
    finish[2]!();
    finish[3]!();
    await settle();
    expect(started.join("")).toBe("aabbabc");
    for (const each of finish) each();
    await Promise.all(all);
  });

  it("go on after a failure, and refuse who has too many waiting", async () => {
    await expect(enqueue("x", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const { finish, run } = heldWork();
    const all = Array.from({ length: 32 }, () => run("x"));
    await settle();
    await expect(run("x")).rejects.toMatchObject({ code: "rate_limited" });
    const other = run("y");
    while (finish.length < 33) {
      for (const each of finish) each();
      await settle();
    }
    for (const each of finish) each();
    await Promise.all([...all, other]);
  });
});
