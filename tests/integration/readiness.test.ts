import { afterEach, expect, it, vi } from "vitest";
import * as ready from "@/app/api/ready/route";
import { db } from "@/lib/db/client";
import { fileStore } from "@/lib/files/file-store";
import { problemResponse, toAppError } from "@/lib/http/problem";
import { call } from "../support/people";

afterEach(() => vi.restoreAllMocks());

const readiness = async () => {
  const { status, body } = await call<{ causes: string[]; files: string }>(ready.GET);
  return { status, causes: body.causes, files: body.files };
};
const FULL = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

it.each(["53100", "53200"])("what a database without disk or memory refuses is 507: %s", async (code) => {
  const raise = `DO $$ BEGIN RAISE EXCEPTION 'out of it' USING ERRCODE = '${code}'; END $$`;
  const error = await db()
    .$executeRawUnsafe(raise)
    .catch((thrown: unknown) => thrown);
  const response = problemResponse(toAppError(error), "a-request");
  expect(response.status).toBe(507);
  expect(await response.json()).toMatchObject({ code: "storage_full" });
});

it("is not ready while the disk of the files is full, and is again once a write succeeds", async () => {
  // The database has space again, as a query that spills to the disk finds.
  expect(await readiness()).toEqual({ status: 200, causes: [], files: "ok" });
  const write = vi.spyOn(fileStore(), "checkSpace").mockRejectedValue(FULL);
  expect(toAppError(FULL).status).toBe(507);
  expect(await readiness()).toEqual({ status: 503, causes: ["files_full"], files: "ok" });
  write.mockRestore();
  await expect.poll(readiness).toEqual({ status: 200, causes: [], files: "ok" });
});
