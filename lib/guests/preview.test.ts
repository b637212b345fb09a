import { describe, expect, it } from "vitest";
import { postDescription, postImages, postJsonLd, shortDescription, type PreviewPost } from "./preview";

const post: PreviewPost = {
  id: "p1",
  body: "Hello\n\nthere",
  createdAt: "2026-11-24T00:00:00.000Z",
  author: { id: "u1", username: "mio", displayName: "Mio", avatarUrl: "/api/files/a/b" },
  media: [],
  app: null,
  moment: null,
  room: null,
  counts: { likes: 1, comments: 2 },
};
const app = { name: "Kago", iconUrl: "/icon", bannerUrl: null };
const image = { url: "/card.webp", width: 300, height: 200, alt: "" };

describe("the preview of a post", () => {
  it("says its text in one line, cut between characters", () => {
    expect(postDescription(post)).toBe("Hello there");
    expect(shortDescription("😀".repeat(300))).toBe(`${"😀".repeat(199)}…`);
  });

  it("says what the app shows where there are no words", () => {
    const room = { card: { image: null, title: "Lunch", lines: ["curry 2"] } };
    expect(postDescription({ ...post, body: "", app, room })).toBe("Lunch curry 2");
  });

  it("shows its picture, else the app's state, else the app, else the author", () => {
    const urls = (changes: Partial<PreviewPost>) =>
      postImages({ ...post, ...changes }).images.map(({ url }) => url);
    const room = { card: { image, title: "", lines: [] } };
    expect(urls({ media: [{ ...image, url: "/m" }], app, room })).toEqual(["/m"]);
    expect(urls({ app, room })).toEqual(["/card.webp"]);
    expect(urls({ app })).toEqual(["/icon"]);
    expect(urls({})).toEqual(["/api/files/a/b"]);
  });

  it("has absolute addresses for search engines", () => {
    expect(postJsonLd(post, "https://gum.example")).toMatchObject({
      url: "https://gum.example/post/p1",
      author: { url: "https://gum.example/profile/u1", image: "https://gum.example/api/files/a/b" },
    });
  });
});
