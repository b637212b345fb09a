import { expect, it } from "vitest";
import { addressIn, sharedAddressIn } from "./run-address";

it.each([
  ["/apps/a/run", "a", null],
  ["/apps/a/run?b=c#d", "a", { query: "?b=c", hash: "#d" }],
  ["/apps/a/run?b&room=r&c=d%20e#f", "a@r", { query: "?b&c=d%20e", hash: "#f" }],
  ["/apps/a/run?room=r#f", "a", null],
  ["/apps/a/run?b=c", "a@r", null],
  ["/apps/other/run?b=c", "a", null],
  ["/apps/a/run/item/5?b=c", "a", { path: "/item/5", query: "?b=c", hash: "" }],
  ["/apps/a/run/item?room=r", "a@r", { path: "/item", query: "", hash: "" }],
  ["/apps/a/running", "a", null],
  ["/local-apps?b=c#d", "a", null],
])("what %s says to the run %s", (path, key, address) => {
  expect(addressIn(new URL(path, "https://gum.invalid"), key)).toEqual(address);
});

it.each([
  ["/app/share/s", null],
  ["/app/share/s#level-3", { query: "", hash: "#level-3" }],
  ["/app/share/s?b=c%20d&e#f", { query: "?b=c%20d&e", hash: "#f" }],
  ["/app/share/s?room=r&moment=m", null],
])("what the shared page %s says to its app", (path, address) => {
  expect(sharedAddressIn(new URL(path, "https://gum.invalid"))).toEqual(address);
});
