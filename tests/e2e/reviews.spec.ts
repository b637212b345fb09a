import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { appFrame, appName, countingApp, uploadByApi } from "../support/store";

test(
  "a person reviews an app they ran, its maker answers, and another reads that in Japanese",
  { tag: "@full" },
  async ({ page, browser }) => {
    const makers = await browser.newContext();
    const maker = await makers.newPage();
    await signUpOnboarded(maker);
    const name = appName("Starry");
    const app = await uploadByApi(maker, countingApp({ name }), { published: true });
    const { username } = await signUpOnboarded(page);

    await page.goto(`/apps/${app.id}`);
    const reviews = page.getByRole("region", { name: "Ratings and reviews" });
    await expect(reviews.getByText("No reviews yet.")).toBeVisible();
    await expect(reviews.getByText("Open this app once, and you can review it.")).toBeVisible();
    const run = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith(`/apps/${app.id}/runs`),
    );
    await page.getByRole("link", { name: "Open", exact: true }).click();
    await expect(appFrame(page).getByRole("heading", { name: "It runs" })).toBeVisible();
    await run;
    await page.goto(`/apps/${app.id}`);

    await reviews.getByRole("button", { name: "Write a review" }).click();
    await reviews.getByRole("button", { name: "Publish review" }).click();
    await expect(reviews.getByText("Choose how many stars you give.")).toBeVisible();
    await reviews.getByRole("radio", { name: "3 stars" }).check();
    await page.keyboard.press("ArrowRight");
    await expect(reviews.getByRole("radio", { name: "4 stars" })).toBeChecked();
    await reviews.getByLabel("What you think of it (optional)").fill("Counts well.");
    await expect(reviews.getByText("12 / 1,000")).toBeVisible();
    await reviews.getByRole("button", { name: "Publish review" }).click();
    const mine = reviews.getByRole("region", { name: "Your review" });
    await expect(mine.getByText("Counts well.")).toBeVisible();
    await page.reload();
    await expect(mine.getByRole("img", { name: "4 stars" })).toBeVisible();
    await mine.getByRole("button", { name: "Edit review" }).click();
    await reviews.getByRole("radio", { name: "5 stars" }).check();
    await reviews.getByRole("button", { name: "Save" }).click();
    await expect(mine.getByRole("img", { name: "5 stars" })).toBeVisible();
    await expect(page.getByRole("link", { name: "5.0 out of 5 stars, 1 review" })).toBeVisible();

    await maker.goto("/notifications");
    await maker.getByRole("link", { name: `reviewed your app ${name}` }).click();
    await expect(maker).toHaveURL(new RegExp(`/apps/${app.id}#reviews$`));
    const review = maker.getByRole("list", { name: "Reviews", exact: true }).getByRole("listitem");
    await expect(review).toContainText("Counts well.");
    await review.getByRole("button", { name: "Answer" }).click();
    await review.getByLabel("Your answer").fill("Thank you!");
    await review.getByRole("button", { name: "Publish answer" }).click();
    await expect(review.getByText("Answer from the maker")).toBeVisible();
    await expect(review.getByRole("button", { name: "Edit answer" })).toBeFocused();
    await review.getByRole("button", { name: "Delete answer" }).click();
    await maker.getByRole("alertdialog").getByRole("button", { name: "Delete answer" }).click();
    await expect(review.getByRole("button", { name: "Answer", exact: true })).toBeFocused();
    await review.getByRole("button", { name: "Answer", exact: true }).click();
    await review.getByLabel("Your answer").fill("Thank you!");
    await review.getByRole("button", { name: "Publish answer" }).click();
    await expect(review.getByText("Answer from the maker")).toBeVisible();
    await makers.close();

    const readers = await browser.newContext({ locale: "ja-JP" });
    const reader = await readers.newPage();
    await signUpOnboarded(reader);
    await reader.context().addCookies([{ name: "gum-locale", value: "ja", url: page.url() }]);
    await reader.goto(`/apps/${app.id}#reviews`);
    const shown = reader.getByRole("list", { name: "レビュー", exact: true }).getByRole("listitem");
    await expect(shown).toContainText(username);
    await expect(shown.getByRole("img", { name: "星5つ" })).toBeVisible();
    await expect(shown.getByText("作者からの返信")).toBeVisible();
    await expect(shown.getByText("Thank you!")).toBeVisible();
    const voted = reader.waitForResponse((response) => response.url().endsWith("/helpful"));
    await shown.getByRole("button", { name: "参考になった" }).click();
    await expect(shown.getByRole("button", { name: "参考になった（1）", pressed: true })).toBeVisible();
    // A reload before the answer would end the request.
    await voted;
    await reader.reload();
    await expect(shown.getByRole("button", { name: "参考になった（1）", pressed: true })).toBeVisible();
    await readers.close();

    await page.goto(`/apps/${app.id}`);
    await expect(mine.getByText("Thank you!")).toBeVisible();
    await mine.getByRole("button", { name: "Delete review" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete review" }).click();
    await expect(reviews.getByText("No reviews yet.")).toBeVisible();
    await expect(reviews.getByRole("button", { name: "Write a review" })).toBeFocused();
  },
);
