import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { strToU8, zipSync } from "fflate";
import type { Profile } from "@/lib/people/contract";
import type { Post } from "@/lib/posts/contract";
import type { Draft } from "@/lib/posts/draft-contract";
import { expect, test } from "../support/test";
import { signUpOnboarded } from "../support/accounts";
import { settled } from "../support/dock";
import { callAs, cardOf, pictureFile, publish } from "../support/posts";

type Person = { id: string; username: string };

test(
  "a copy of one's data is made in the settings, announced and downloaded",
  { tag: "@full" },
  async ({ page }) => {
    await signUpOnboarded(page);
    await publish(page, "a post to take along");
    await page.goto("/settings#your-data");
    await settled(page);
    await expect(page.getByRole("button", { name: "Make a copy" })).toBeInViewport();
    await page.getByRole("button", { name: "Make a copy" }).click();
    const link = page.getByRole("link", { name: "Download" });
    await expect(link).toBeVisible();
    await expect(page.getByRole("button", { name: "Make a new copy" })).toHaveCount(0);
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(file.suggestedFilename()).toMatch(/^gum-[\d-]+\.zip$/);
    expect((await fs.readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
    await page.goto("/notifications");
    await page.getByRole("link", { name: /copy of your data is ready/ }).click();
    await page.waitForURL("**/settings#your-data");
  },
);

test(
  "an archive is imported by another account: posts with their dates, drafts, lists, projects, apps, once",
  { tag: "@full" },
  async ({ page, browser }) => {
    await signUpOnboarded(page);
    const old = await publish(page, "a post to take along");
    const recording = randomUUID();
    const buffer = await fs.readFile(new URL("../support/recordings/silent.webm", import.meta.url));
    const sent = await page.request.put(`/api/v1/recordings/${recording}`, {
      headers: { "x-client-info": "gum-web" },
      multipart: {
        file: { name: "waves.webm", mimeType: "video/webm", buffer },
        poster: pictureFile(),
        title: "Waves",
      },
    });
    expect(sent.status()).toBe(200);
    const captions = { text: "WEBVTT\n\n00:00.000 --> 00:01.000\nSplash\n", language: "en" };
    await callAs(page, "PATCH", `/v1/recordings/${recording}`, { captions, loops: true });
    await publish(page, "and one more", { media: [{ id: recording, alt: "the sea" }] });
    const reply = await callAs<Post>(page, "POST", `/posts/${old.id}/replies`, { body: "a thread goes on" });
    await publish(page, "what I said", { quote: reply.id });
    const { id: listId } = await callAs<{ id: string }>(page, "POST", "/v1/lists", { name: "Friends" });
    const { id: userId } = await callAs<{ id: string }>(page, "GET", "/v2/users/me");
    await callAs(page, "PUT", `/v1/lists/${listId}/members/${userId}`);
    const draft = (text: string) => ({ text, media: [], appId: null, options: {}, revision: 0 });
    const [early, late, lost] = [randomUUID(), randomUUID(), randomUUID()];
    await callAs(page, "PUT", `/v1/drafts/${early}`, draft("not done yet"));
    const ended = await publish(page, "soon deleted");
    await callAs(page, "PUT", `/v1/drafts/${late}`, { ...draft("tomorrow"), quote: old.id });
    await callAs(page, "PUT", `/v1/drafts/${lost}`, { ...draft("too late"), replyTo: ended.id });
    const at = new Date(Date.now() + 86_400_000).toISOString();
    for (const id of [late, lost]) await callAs(page, "PUT", `/v1/drafts/${id}/schedule`, { at });
    await callAs(page, "DELETE", `/posts/${ended.id}`);
    const content = "<!doctype html><title>Mine</title>";
    const sha256 = createHash("sha256").update(content).digest("hex");
    await callAs(page, "PUT", `/v2/projects/${randomUUID()}`, {
      base: 0,
      name: "Mine",
      title: null,
      trusted: true,
      files: [{ path: "index.html", sha256 }],
      contents: { [sha256]: Buffer.from(content).toString("base64") },
    });
    await callAs(page, "PATCH", "/v2/users/me/preferences", { pushes: { likes: false } });
    await callAs(page, "PUT", "/v2/users/me/digest", { every: "weekly", timeZone: "Asia/Tokyo" });
    await page.goto("/settings#your-data");
    await settled(page);
    await page.getByRole("button", { name: "Make a copy" }).click();
    const link = page.getByRole("link", { name: "Download" });
    const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const archive = await fs.readFile(await file.path());

    const other = await (await browser.newContext()).newPage();
    await signUpOnboarded(other);
    await other.goto("/settings#your-data");
    await settled(other);
    const choose = (name: string, buffer: Buffer) =>
      other.getByLabel("Archive to import").setInputFiles({ name, mimeType: "application/zip", buffer });
    const dialog = other.getByRole("dialog");
    await choose("gum.zip", archive);
    await expect(dialog.getByText("4 posts imported")).toBeVisible();
    for (const line of [
      "1 picture or recording",
      "1 draft",
      "1 post for later",
      "1 post for later could not be scheduled here, and is among your drafts",
      "1 list of people",
      "1 project of the playground",
    ])
      await expect(dialog.getByText(line, { exact: true })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await choose("gum.zip", archive);
    await expect(dialog.getByText("0 posts imported")).toBeVisible();
    await expect(dialog.getByText("9 were here already")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await choose("cut.zip", archive.subarray(0, archive.length - 10));
    await expect(dialog.getByText(/This archive cannot be used/)).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    expect(await callAs(other, "GET", "/v2/users/me/preferences")).toMatchObject({
      pushes: { likes: false, follows: true },
    });
    expect(await callAs(other, "GET", "/v2/users/me/digest")).toMatchObject({
      every: "weekly",
      timeZone: "Asia/Tokyo",
    });

    await other.goto("/profile/me");
    const card = cardOf(other, "a post to take along");
    await expect(card.locator("time").first()).toHaveAttribute("datetime", old.createdAt);
    await expect(card.getByText("Imported")).toBeVisible();
    const taken = await cardOf(other, "and one more").getAttribute("data-post");
    const { media } = await callAs<Post>(other, "GET", `/posts/${taken}`);
    expect(media[0]).toMatchObject({
      alt: "the sea",
      type: "video/webm",
      playback: { title: "Waves", loops: true, captions: { language: "en" } },
    });
    expect(media[0]!.id).not.toBe(recording);
    expect(media[0]!.playback!.posterUrl).toMatch(/\.webp$/);
    const quoting = await cardOf(other, "what I said").getAttribute("data-post");
    expect(await callAs<Post>(other, "GET", `/posts/${quoting}`)).toMatchObject({
      quote: { post: { body: "a thread goes on" } },
    });
    const { items: drafts } = await callAs<{ items: Draft[] }>(other, "GET", "/v1/drafts");
    expect(drafts.map(({ text, scheduledAt }) => [text, scheduledAt])).toEqual(
      expect.arrayContaining([
        ["not done yet", null],
        ["tomorrow", at],
        ["too late", null],
      ]),
    );
    // It quotes the post as it was imported.
    const quoted = await card.getAttribute("data-post");
    expect(quoted).not.toBe(old.id);
    expect(drafts.find(({ text }) => text === "tomorrow")!.about).toMatchObject({
      type: "quote",
      id: quoted,
    });
    await other.context().close();
  },
);

test(
  "whom somebody followed, blocked or muted elsewhere is chosen after the import",
  { tag: "@full" },
  async ({ page, browser }) => {
    const someone = async () => {
      const other = await (await browser.newContext()).newPage();
      await signUpOnboarded(other);
      const { id, username } = await callAs<Person>(other, "GET", "/v2/users/me");
      return { id, username, page: other };
    };
    const [closed, same, namesake] = [await someone(), await someone(), await someone()];
    const [stranger, both] = [await someone(), await someone()];
    const entry = ({ id, username }: Person) => ({ id, username, at: new Date().toISOString() });
    const json = {
      "data/following-1.json": [
        entry(closed),
        entry(both),
        entry({ ...same, username: "renamed" }),
        entry({ ...namesake, id: randomUUID() }),
      ],
      "data/muted-1.json": [
        entry(closed),
        entry({ ...namesake, id: randomUUID() }),
        entry({ ...same, username: "renamed" }),
      ],
      "data/blocked-1.json": [
        entry(both),
        entry({ ...stranger, id: randomUUID() }),
        { id: randomUUID(), username: "gone_now" },
      ],
    };
    const head = {
      format: "gum-export",
      version: 1,
      instance: "https://elsewhere.example",
      createdAt: new Date().toISOString(),
      files: Object.keys(json),
      leftOut: [],
    };
    const files = Object.entries({ ...json, "data/export.json": head });
    const archive = zipSync(
      Object.fromEntries(files.map(([path, value]) => [path, strToU8(JSON.stringify(value))])),
    );

    await signUpOnboarded(page);
    await page.goto("/settings#your-data");
    await settled(page);
    const buffer = Buffer.from(archive);
    await page
      .getByLabel("Archive to import")
      .setInputFiles({ name: "gum.zip", mimeType: "application/zip", buffer });
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("1 person whom you followed, blocked or muted there")).toBeVisible();
    const box = (person: Person) => dialog.getByRole("checkbox", { name: `@${person.username}` });
    // The same name proves nothing.
    await expect(box(same)).toBeChecked();
    await expect(box(same)).toHaveAccessibleDescription(
      "You muted them · You followed them · The same account",
    );
    await expect(box(namesake)).not.toBeChecked();
    await expect(box(stranger)).not.toBeChecked();
    await expect(box(stranger)).toHaveAccessibleDescription("You blocked them · Only the name is the same");
    // Nobody can follow whom they block.
    await expect(box(both)).toHaveAccessibleDescription("You blocked them · The same account");
    expect((await new AxeBuilder({ page }).include("[role=dialog]").analyze()).violations).toEqual([]);
    await box(stranger).check();
    // One who cannot be followed does not stop the others.
    const { id: me } = await callAs<Person>(page, "GET", "/v2/users/me");
    await callAs(closed.page, "POST", `/users/${me}/block`);
    await dialog.getByRole("button", { name: "Do the same here for 4 people" }).click();
    const done = dialog.getByText("Done for 3 people. 1 person stays in the list, with the reason.");
    await expect(done).toBeVisible();
    await expect(done).toBeFocused();
    await expect(box(same)).toHaveCount(0);
    await expect(box(namesake)).toBeVisible();
    await expect(box(closed)).not.toBeChecked();
    await expect(box(closed)).toHaveAccessibleDescription(
      /^You muted them · You followed them .* You cannot do this with/,
    );
    const relation = async ({ id }: Person) => (await callAs<Profile>(page, "GET", `/users/${id}`)).relation;
    expect(await relation(same)).toMatchObject({ following: true, muting: true, blocking: false });
    expect(await relation(stranger)).toMatchObject({ following: false, blocking: true });
    expect(await relation(both)).toMatchObject({ following: false, blocking: true });
    expect(await relation(namesake)).toMatchObject({ following: false, muting: false, blocking: false });
  },
);
