export type DemoReview = {
  author: string;
  stars: number;
  text: string;
  daysAgo: number;
  /** Who finds it helpful. */
  helpfulTo?: string[];
  /** By the app's owner. */
  answer?: string;
};

/** Reviews by folder of `examples/`; everybody who writes one has liked or installed the app. */
export const REVIEWS: Record<string, DemoReview[]> = {
  inkstone: [
    {
      author: "yuna",
      stars: 5,
      text: "にじみ方が本物の墨みたい。保存も速くて、毎朝の落書きに使っています。",
      daysAgo: 2,
      helpfulTo: ["mika", "ren", "sora"],
    },
    {
      author: "theo",
      stars: 4,
      text: "Lovely ink, and it starts at once. I miss layers.",
      daysAgo: 2,
      helpfulTo: ["mika", "lena"],
      answer: "Layers are on my list. Until then, two fingers undo as far back as you like.",
    },
    { author: "mika", stars: 5, text: "The only drawing app I open before coffee.", daysAgo: 1 },
    { author: "nobu", stars: 4, text: "", daysAgo: 1 },
  ],
  kasane: [
    {
      author: "theo",
      stars: 5,
      text: "Easy to learn, and just hard enough. The sound of a chain is worth it alone.",
      daysAgo: 2,
      helpfulTo: ["sora", "mika", "yuna", "lena"],
    },
    {
      author: "lena",
      stars: 3,
      text: "Good fun, but the tiles are hard to tell apart in bright sun.",
      daysAgo: 2,
      helpfulTo: ["theo"],
      answer: "ありがとうございます！次の版でコントラストを上げます。",
    },
    { author: "sora", stars: 5, text: "電車でちょうどいい長さ。", daysAgo: 1 },
  ],
  headcount: [
    {
      author: "ren",
      stars: 5,
      text: "Two of us counted at two doors, and the number was the same on both phones.",
      daysAgo: 1,
      helpfulTo: ["theo", "yuna"],
    },
  ],
  warikan: [
    { author: "sora", stars: 5, text: "端数の扱いが公平。幹事の味方です。", daysAgo: 1, helpfulTo: ["ren"] },
    { author: "ren", stars: 4, text: "", daysAgo: 1 },
  ],
};
