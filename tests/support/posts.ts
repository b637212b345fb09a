import { expect, type Locator, type Page } from "@playwright/test";
import type { Post } from "@/lib/posts/contract";

const WEB = { "x-client-info": "gum-web" };

/** Calls the product as the page's person. */
export async function callAs<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const answer = await page.request.fetch(`/api${path}`, { method, data, headers: WEB });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (answer.status() === 204 ? undefined : await answer.json()) as T;
}

/** Publishes a post without the page. */
export function publish(page: Page, body: string, more: object = {}): Promise<Post> {
  return callAs<Post>(page, "POST", "/v1/posts", { kind: "text", body, ...more });
}

/** The cards that hold a text. */
export function cardOf(page: Page, text: string): Locator {
  return page.locator("article[data-post]").filter({ hasText: text });
}

/** Writes into the composer and sends it. */
export async function writePost(page: Page, text: string): Promise<void> {
  const field = page.getByLabel("What to post");
  await field.fill(text);
  await page.getByRole("button", { name: "Post", exact: true }).click();
}

/** A small picture of one colour, as a file to choose. */
export function pictureFile(name = "picture.png") {
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAAAwCAIAAAAuKetIAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAfUlEQVRoge2SAQkAURSD1st2l81gF2M8/sAAOhY+T5O6AQuwviK7kHdJ3YAFWF+RXci7pG7AAqyvyC7kXVI3YAHWV2QX8i6pG7AA6yuyC3mX1A1YgPUV2YW8S+oGLMD6iuxC3iV1AxZgfUV2Ie+SugELsL4iu5B3Sd2AxwN++usND6s1iFYAAAAASUVORK5CYII=";
  return { name, mimeType: "image/png", buffer: Buffer.from(png, "base64") };
}

/** Gives a picture to an element the way a person does who pastes or drops it. */
export async function handOver(element: Locator, how: "paste" | "drop"): Promise<void> {
  await element.evaluate(
    (target, { how, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], "handed-over.png", { type: "image/png" }));
      const options = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...options, clipboardData: data })
          : new DragEvent("drop", { ...options, dataTransfer: data }),
      );
    },
    { how, base64: pictureFile().buffer.toString("base64") },
  );
}
