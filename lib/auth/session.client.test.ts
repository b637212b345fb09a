import { afterEach, expect, it, vi } from "vitest";
import { checkSession } from "./session.client";
import { useAuthStore } from "./store";

afterEach(() => vi.unstubAllGlobals());

const answers = (body: unknown) => vi.stubGlobal("fetch", async () => Response.json(body));
const user = { id: "one", username: "one", displayName: "One" } as never;

it("the end of the session is noticed, and that another tab has signed in again", async () => {
  useAuthStore.setState({ user, expired: false });
  answers({});
  expect(await checkSession()).toBeNull();
  expect(useAuthStore.getState().expired).toBe(true);
  answers({ user: { id: "one" }, leaseSeconds: 900 });
  expect(await checkSession()).toBe("one");
  expect(useAuthStore.getState().expired).toBe(false);
});
