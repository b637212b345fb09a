import { leaves, mountains, skyline, teaTime, tiles, waves } from "./artwork";

/** The demo timeline, newest first; `minutesAgo` is relative to the time of seeding. */
export type DemoPost = {
  author: string;
  minutesAgo: number;
  body: string;
  pictures?: { svg: () => string; alt: string }[];
  /** Folder of the example app in the post. */
  app?: string;
  /** Who has begun a game in the post with its author. */
  playedWith?: string;
  /** The first words of an older post. */
  quotes?: string;
  repostedBy?: { name: string; minutesAgo: number }[];
  likedBy?: string[];
  comments?: { author: string; content: string }[];
};

const DUSK = {
  sky: ["#1d2b53", "#7e4f8a", "#f2a65a", "#fbd9a5"],
  sun: "#fff1c9",
  near: "#1a1b3a",
  far: "#c77d7d",
};
const MORNING = { sky: ["#7ec8e3", "#cdeef5", "#fdf6e3"], sun: "#fffbe6", near: "#1f5c4a", far: "#a8d5c2" };
const EVERYONE = ["mika", "ren", "aoi", "sora", "lena", "theo", "nobu", "yuna"];
const but = (...names: string[]) => EVERYONE.filter((name) => !names.includes(name));

export const POSTS: DemoPost[] = [
  {
    author: "aoi",
    minutesAgo: 6,
    body: "夕方の海。今日はここまで描けました。続きは明日、同じ色で。 #落書き帳",
    pictures: [{ svg: () => waves(5), alt: "青い波が重なり、上に赤い太陽がある版画風の絵" }],
    likedBy: but("aoi", "theo"),
    comments: [
      { author: "ren", content: "この青、どのブラシですか？" },
      { author: "aoi", content: "一番細いのを重ねてます！" },
    ],
  },
  {
    author: "ren",
    minutesAgo: 21,
    body: "New build of Kasane: smoother drops, a proper pause, and your best score stays with you on every device. Press play right here.",
    app: "kasane",
    likedBy: but("ren"),
    comments: [
      { author: "sora", content: "12,480 on the train this morning. I regret nothing." },
      { author: "yuna", content: "一時停止、待ってました" },
    ],
  },
  {
    author: "nobu",
    minutesAgo: 34,
    body: "閉店後の一局、蓮さんが終電で抜けました。続きを白で打ってくれる方、どうぞ。観戦だけの方も歓迎です。 #かえし",
    app: "kaeshi",
    playedWith: "ren",
    likedBy: ["ren", "yuna", "sora", "mika"],
    comments: [
      { author: "theo", content: "Watching with tea. Take the corner, somebody." },
      { author: "yuna", content: "通知が来たら打つ、くらいのんびりなのがいいですね。" },
    ],
  },
  {
    author: "sora",
    minutesAgo: 48,
    body: "First light from the ridge. Two hours up, ten minutes of this, worth it every time. #trails",
    pictures: [
      { svg: () => mountains(21, MORNING), alt: "Green mountains in layers under a pale morning sun" },
    ],
    likedBy: ["mika", "lena", "theo", "nobu", "yuna"],
    comments: [{ author: "mika", content: "That third layer of hills. What a colour." }],
  },
  {
    author: "theo",
    minutesAgo: 75,
    body: "I have read this one aloud to everybody I met today.",
    quotes: "Student, age seven",
    likedBy: ["lena", "mika"],
  },
  {
    author: "nobu",
    minutesAgo: 95,
    body: "新しい豆が届きました。蒸らし40秒、抽出2分30秒。タイマーのプリセットに入れておくと楽です。 #珈琲",
    app: "minuet",
    likedBy: ["mika", "aoi", "ren"],
  },
  {
    author: "lena",
    minutesAgo: 130,
    body: "Practice tip: set the metronome to half your tempo and hear the clicks as 2 and 4. It will feel wrong for a week and then it will feel like dancing.",
    app: "takt",
    likedBy: ["ren", "mika", "aoi", "yuna"],
    comments: [{ author: "ren", content: "Did this with bass for a month. Can confirm." }],
  },
  {
    author: "mika",
    minutesAgo: 190,
    body: "A quiet morning, finally.",
    pictures: [{ svg: () => teaTime(2), alt: "A cup of green tea steaming on a table by a window" }],
    likedBy: but("mika", "ren"),
    comments: [
      { author: "nobu", content: "湯呑みもいいですよ" },
      { author: "theo", content: "The books are doing a lot of work in this picture." },
    ],
  },
  {
    author: "yuna",
    minutesAgo: 260,
    body: "Lunch vote for Friday is open. Curry is winning and I am not surprised. 金曜のランチ、投票してね！ @mika @ren",
    app: "headcount",
    likedBy: ["theo", "ren"],
    comments: [{ author: "mika", content: "Voted. うどん一択。" }],
  },
  {
    author: "theo",
    minutesAgo: 340,
    body: "Book club moved to Sunday. I put the reading list and everyone's questions in one note each, pinned the list, and searching finds both languages. That is all I ever wanted from a notes app.",
    app: "margin",
    likedBy: ["mika", "sora", "lena"],
  },
  {
    author: "ren",
    minutesAgo: 430,
    body: "終電のあと、川沿いを歩いて帰った。",
    pictures: [{ svg: () => skyline(3), alt: "夜の川沿いの街並み、窓の明かりと月" }],
    likedBy: ["mika", "aoi", "sora", "nobu", "yuna", "lena"],
    comments: [{ author: "aoi", content: "窓の数だけ生活がある感じ、好きです" }],
  },
  {
    author: "aoi",
    minutesAgo: 610,
    body: "葉っぱの練習。60枚描くと、61枚目は考えなくても手が動く。 #落書き帳 #練習",
    pictures: [{ svg: () => leaves(9), alt: "緑と橙の葉が散らばる模様" }],
    app: "inkstone",
    likedBy: ["mika", "lena", "yuna"],
  },
  {
    author: "mika",
    minutesAgo: 900,
    body: "Four colours, one quarter circle, forty tiles. I keep rearranging these instead of working.",
    pictures: [
      {
        svg: () => tiles(4, ["#f25f5c", "#ffe066", "#247ba0", "#70c1b3", "#50514f", "#fdf6e3"]),
        alt: "A grid of quarter circles in red, yellow, blue and green",
      },
      {
        svg: () => tiles(11, ["#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51", "#faf3e0"]),
        alt: "The same grid in teal, sand and orange",
      },
    ],
    likedBy: ["ren", "aoi", "theo", "yuna", "lena"],
    comments: [{ author: "yuna", content: "2枚目の配色が好き！" }],
  },
  {
    author: "sora",
    minutesAgo: 1_500,
    body: "Dusk run. 14 km, 620 m up. The stopwatch laps say I fade at kilometre nine; the sky says it does not matter. #trails",
    pictures: [
      { svg: () => mountains(7, DUSK), alt: "Dark hills in layers under a purple and orange evening sky" },
    ],
    likedBy: ["mika", "theo", "lena"],
  },
  {
    author: "lena",
    minutesAgo: 1_700,
    body: "Student, age seven, after her first scale without stopping: \u201cIs that all of them?\u201d",
    likedBy: but("lena"),
    comments: [{ author: "theo", content: "No notes. Well. Seven notes." }],
  },
  {
    author: "nobu",
    minutesAgo: 2_100,
    body: "雨の日は、豆の音がよく聞こえる。 #珈琲",
    repostedBy: [{ name: "theo", minutesAgo: 40 }],
    likedBy: ["mika", "aoi", "ren", "sora"],
  },
  {
    author: "theo",
    minutesAgo: 2_600,
    body: "A good sentence is one you can read on a phone, in the rain, while a tram arrives.",
    likedBy: ["mika", "lena", "yuna"],
  },
  {
    author: "ren",
    minutesAgo: 3_000,
    body: "週末の宿題：メトロノームの拍を、画面の光でも分かるようにする。音が出せない電車の中でも練習できるように。 #練習",
    likedBy: ["lena", "aoi"],
    comments: [{ author: "lena", content: "Yes please. My neighbours say thank you." }],
  },
];

/** The example apps by folder of `examples/`, with their owners and users. */
export type DemoApp = {
  folder: string;
  owner: string;
  likedBy: string[];
  addedBy: string[];
  comments: { author: string; content: string }[];
};

/** Everyone who likes or installed an app has run it too. */
export const APPS: DemoApp[] = [
  {
    folder: "inkstone",
    owner: "aoi",
    likedBy: but("aoi"),
    addedBy: ["mika", "ren", "yuna"],
    comments: [
      { author: "mika", content: "The brush feels like paper. I sketch in it before every meeting now." },
      { author: "yuna", content: "にじみ方が本物の墨みたい。指で描いても気持ちいいです。" },
      { author: "aoi", content: "Thank you both! Pressure is next." },
    ],
  },
  {
    folder: "kasane",
    owner: "ren",
    likedBy: but("ren"),
    addedBy: ["mika", "sora", "yuna", "theo"],
    comments: [
      { author: "theo", content: "One more round, I said. That was an hour ago." },
      { author: "sora", content: "4096まで行けました！連鎖の音がくせになる。" },
    ],
  },
  {
    folder: "margin",
    owner: "theo",
    likedBy: ["mika", "sora", "lena"],
    addedBy: ["mika", "lena"],
    comments: [{ author: "lena", content: "Opens faster than I can forget what I wanted to write." }],
  },
  {
    folder: "takt",
    owner: "lena",
    likedBy: ["ren", "mika", "nobu"],
    addedBy: ["ren"],
    comments: [{ author: "nobu", content: "10分測っても1拍もずれませんでした。" }],
  },
  {
    folder: "minuet",
    owner: "nobu",
    likedBy: ["mika", "aoi", "ren", "sora"],
    addedBy: ["mika", "ren", "sora"],
    comments: [{ author: "ren", content: "The focus timer finally made me take breaks." }],
  },
  {
    folder: "headcount",
    owner: "mika",
    likedBy: ["yuna", "ren", "theo"],
    addedBy: ["yuna", "ren"],
    comments: [
      { author: "ren", content: "Counted 212 people at the door with this. Big buttons, happy thumbs." },
    ],
  },
  {
    folder: "sorami",
    owner: "sora",
    likedBy: ["mika", "ren", "lena"],
    addedBy: ["mika"],
    comments: [{ author: "lena", content: "Asks before it looks at the sky. I like that." }],
  },
  {
    folder: "kago",
    owner: "yuna",
    likedBy: ["aoi", "nobu", "lena"],
    addedBy: ["aoi", "nobu"],
    comments: [{ author: "nobu", content: "地下の売り場でも使えるのが助かる。" }],
  },
  {
    folder: "kaeshi",
    owner: "ren",
    likedBy: ["nobu", "theo", "yuna", "mika"],
    addedBy: ["nobu", "theo"],
    comments: [
      { author: "theo", content: "The whole reading club watched me lose. Would lose again." },
      { author: "nobu", content: "「待った」に付き合ってくれる人がいるのがいい。" },
    ],
  },
  {
    folder: "meguri",
    owner: "sora",
    likedBy: ["mika", "ren", "nobu"],
    addedBy: ["mika", "nobu"],
    comments: [{ author: "nobu", content: "最短手数が出るのがいい。つい次のレベルへ。" }],
  },
  {
    folder: "warikan",
    owner: "yuna",
    likedBy: ["ren", "sora"],
    addedBy: ["sora"],
    comments: [{ author: "sora", content: "昨日の飲み会で大活躍でした！" }],
  },
];
