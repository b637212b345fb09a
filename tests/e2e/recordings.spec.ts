import path from "node:path";
import { expect, test, type Page } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { notice } from "../support/notices";
import { cardOf, pictureFile } from "../support/posts";

const sample = (name: string) => path.join(import.meta.dirname, "../support/recordings", name);
const unique = (text: string) => `${text} ${Math.random().toString(36).slice(2, 10)}`;
const composer = (page: Page) => page.getByRole("form", { name: "New post" });
const add = (page: Page, file: string | ReturnType<typeof pictureFile>) =>
  composer(page).locator("input[type=file]").setInputFiles(file);
async function post(page: Page, text: string): Promise<void> {
  await page.getByLabel("What to post").fill(text);
  await composer(page).getByRole("button", { name: "Post", exact: true }).click();
  await expect(cardOf(page, text)).toBeVisible();
}

test(
  "a video with captions, a loop and a sound are added, described, posted and played, one at a time",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");

    // A short video without sound, as a loop.
    await add(page, sample("silent.webm"));
    await composer(page).getByRole("button", { name: "Describe, captions" }).click();
    const dialog = page.getByRole("dialog", { name: "About the video" });
    await dialog.getByLabel("Description").fill("A test picture");
    await dialog.getByRole("checkbox", { name: "Plays as a loop" }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    // One recording, and no picture beside it.
    await add(page, pictureFile());
    await expect(notice(page, "alone in its post")).toBeVisible();
    await page.reload();
    await expect(composer(page).getByText("Loop", { exact: true })).toBeVisible();
    const looping = unique("It loops");
    await post(page, looping);
    const loop = cardOf(page, looping).locator("video");
    await expect(loop).toHaveAttribute("aria-label", "A test picture");
    await expect.poll(() => loop.evaluate((video: HTMLVideoElement) => !video.paused)).toBe(true);
    await cardOf(page, looping).getByRole("button", { name: "Pause the looping video" }).click();
    await expect.poll(() => loop.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);

    // With sound and captions.
    await add(page, sample("video.webm"));
    await composer(page).getByRole("button", { name: "Describe, captions" }).click();
    await expect(dialog.getByRole("checkbox")).toBeHidden();
    await dialog.getByLabel("Title").fill("A tone");
    await dialog.locator("input[accept*=vtt]").setInputFiles({
      name: "captions.vtt",
      mimeType: "text/vtt",
      buffer: Buffer.from("WEBVTT\n\n00:00.000 --> 00:02.000\nBeep\n"),
    });
    await dialog.locator("input[accept='image/*']").setInputFiles(pictureFile());
    await expect(dialog.getByAltText("The poster as it is now")).toHaveAttribute("src", /^blob:/);
    await dialog.getByLabel("Language of the captions").selectOption("ja");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(composer(page).getByText("Japanese", { exact: true })).toBeVisible();
    const seen = unique("With sound");
    await post(page, seen);
    const video = cardOf(page, seen).locator("video");
    await expect(video).toHaveAttribute("preload", "none");
    await expect(video).toHaveAttribute("poster", /^\/api\/files\/media\/.*\.webp$/);
    await expect(cardOf(page, seen).getByText("A tone", { exact: true })).toBeVisible();
    await video.evaluate((element: HTMLVideoElement) => {
      element.textTracks[0]!.mode = "showing";
      return element.play();
    });
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]!.cues?.length))
      .toBe(1);

    // Sound.
    await add(page, sample("sound.opus"));
    await expect(composer(page).getByRole("button", { name: "Describe, captions" })).toBeVisible();
    const heard = unique("Listen");
    await post(page, heard);
    const sound = cardOf(page, heard).locator("audio");
    await expect(cardOf(page, heard).locator("figcaption")).toHaveText(/^0:0\dsound$/);
    await video.evaluate((element: HTMLVideoElement) => {
      element.loop = true;
      return element.play();
    });
    await sound.evaluate((element: HTMLAudioElement) => element.play());
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
  },
);

test(
  "a file that is not played is refused at once, an upload can be cancelled, and a lost file is said",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await page.goto("/timeline");
    const forged = { name: "a.mp4", mimeType: "video/mp4", buffer: Buffer.from("no video") };
    await add(page, forged as ReturnType<typeof pictureFile>);
    await expect(notice(page, "This browser cannot play that file")).toBeVisible();

    // Held back until it is cancelled.
    await page.route("**/api/v1/recordings/*/parts?offset=*", () => undefined);
    await add(page, sample("video.webm"));
    await composer(page).getByRole("button", { name: "Cancel the upload" }).click();
    await expect(composer(page).getByText("Uploading")).toBeHidden();
    await page.unroute("**/api/v1/recordings/*/parts?offset=*");

    await page.route(/\/api\/v1\/recordings\/[^/]+$/, (route) => route.abort(), { times: 1 });
    await add(page, sample("video.webm"));
    await composer(page).getByRole("button", { name: "Try again" }).click();
    await expect(composer(page).getByRole("button", { name: "Describe, captions" })).toBeVisible();
    const text = unique("It is lost");
    await page.route("**/api/files/media/*.webm", (route) => route.fulfill({ status: 404 }));
    await post(page, text);
    await cardOf(page, text)
      .locator("video")
      .evaluate((element: HTMLVideoElement) => void element.play().catch(() => undefined));
    await expect(cardOf(page, text).getByText("This browser cannot play it.")).toBeVisible();
    await expect(cardOf(page, text).getByRole("link", { name: "Download" })).toHaveAttribute(
      "href",
      /\.webm$/,
    );
  },
);
