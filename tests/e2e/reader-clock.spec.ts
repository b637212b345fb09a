import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { callAs, cardOf, publish } from "../support/posts";

const ZONE = "Pacific/Kiritimati";

test.use({ timezoneId: ZONE });

const there = (time: string, dateStyle: "long" | "medium") =>
  new Intl.DateTimeFormat("en", { dateStyle, timeStyle: "short", timeZone: ZONE }).format(new Date(time));

test("times are those of the reader's clock", { tag: "@full" }, async ({ page }) => {
  await signUpOnboarded(page);
  const post = await publish(page, "what time is it?");
  await page.goto(`/post/${post.id}`);
  const time = cardOf(page, "what time is it?").locator("time");
  await time.hover();
  await expect(time).toHaveAttribute("title", there(post.createdAt, "long"));

  await page.goto("/settings#your-data");
  await settled(page);
  await page.getByRole("button", { name: "Make a copy" }).click();
  await expect(page.getByRole("link", { name: "Download" })).toBeVisible();
  const { nextAt } = await callAs<{ nextAt: string }>(page, "GET", "/v2/users/me/exports");
  await expect(page.getByText(`The next one can be made from ${there(nextAt, "medium")}.`)).toBeVisible();
});
