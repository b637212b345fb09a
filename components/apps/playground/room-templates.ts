import type { RoomTemplateName } from "./playground-names";
import { manifest, note, page, type TemplateLanguage } from "./template-parts";

type Words = (typeof WORDS)["en"];

const WORDS = {
  en: {
    poll: {
      name: "Where do we eat?",
      description: "One vote for each person.",
      choices: ["Curry", "Ramen", "Sushi"],
      votes: "${votes.length} voted",
      map: "gum.shared is a map that everybody in the room has.\nA vote stands under the address of who gave it: one a person.",
      card: "What the post shows, without anybody opening the app.",
    },
    list: {
      name: "Shopping",
      description: "A list for everybody, also without a connection.",
      add: "Add",
      placeholder: "Milk",
      remove: "Remove",
      waiting: "${pending} not sent yet",
      separate:
        "What changes by itself has a key of its own:\ntwo people can tick different things at the same time.",
      ids: "By its id the right one goes,\neven if others have added some meanwhile.",
      pending: "Without a connection, changes wait and are merged later.",
    },
    chat: {
      name: "Chat",
      description: "Messages for everybody in the room.",
      placeholder: "Message",
      send: "Send",
      typing: "Somebody is typing…",
      listen: "All updates from the first on, in one order for everybody.\nOne's own come back, too.",
      check: "Anybody's app may have written this:\ncheck it, and never use it as HTML.",
      summary: "document and summary are what the post shows of this room.",
      channel: "What only matters now goes over the channel: nothing is kept.",
    },
    pointers: {
      name: "Pointers",
      description: "Where everybody points.",
      hint: "Move or drag the pointer",
      bytes: "Two bytes say where, from 0 to 255.\nNothing is kept; some may be lost.",
      heard: "One hears the others, with the address of who sends.",
      names: "A name is empty for who does not show it to this app.",
    },
  },
  ja: {
    poll: {
      name: "どこで食べる？",
      description: "ひとり1票のアンケートです。",
      choices: ["カレー", "ラーメン", "すし"],
      votes: "${votes.length}人が投票",
      map: "gum.shared はルームの全員が持つマップです。\n票は投票した人のアドレスに置くので、ひとり1票です。",
      card: "アプリを開かなくても投稿に表示されるカードです。",
    },
    list: {
      name: "買い物",
      description: "みんなで使うリストです。オフラインでも使えます。",
      add: "追加",
      placeholder: "牛乳",
      remove: "削除",
      waiting: "未送信 ${pending} 件",
      separate: "別々に変わるものは別のキーに置きます。\n2人が同時に別のものをチェックできます。",
      ids: "id で消すので、ほかの人が追加していても\n正しいものが消えます。",
      pending: "オフラインの間の変更は待っていて、あとで合わさります。",
    },
    chat: {
      name: "チャット",
      description: "ルームの全員に届くメッセージです。",
      placeholder: "メッセージ",
      send: "送信",
      typing: "だれかが入力しています…",
      listen: "最初からの更新が、全員に同じ順番で届きます。\n自分のものも返ってきます。",
      check: "だれのアプリが書いたか分かりません。\n中身を確かめ、HTML としては使わないでください。",
      summary: "document と summary は投稿のカードに表示されます。",
      channel: "今だけ意味があるものはチャンネルで。何も残りません。",
    },
    pointers: {
      name: "ポインター",
      description: "みんながどこを指しているか分かります。",
      hint: "ポインターを動かすかドラッグしてください",
      bytes: "位置は 0〜255 の2バイトです。\n何も残らず、届かないこともあります。",
      heard: "ほかの人のものだけが、アドレスとともに届きます。",
      names: "このアプリに名前を見せない人は空になります。",
    },
  },
};

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: Canvas; }
main, ol, ul { flex: 1; margin: 0; padding: 1rem; list-style: none; }
button, input { font: inherit; }
button { padding: 0.5em 1em; border: 0; border-radius: 0.6em; background: #0b7a5c; color: #fff; cursor: pointer; }
form { display: flex; gap: 0.5rem; padding: 0.75rem; }
form input { flex: 1; min-width: 0; padding: 0.5em 0.75em; border: 1px solid #8888; border-radius: 0.6em; }
`;

const form = (placeholder: string, send: string) => `    <form>
      <input aria-label="${placeholder}" placeholder="${placeholder}" autocomplete="off" />
      <button>${send}</button>
    </form>`;

type Files = Record<string, string>;

function poll({ poll: words }: Words, lang: TemplateLanguage): Files {
  return {
    "manifest.json": manifest(words.name, words.description, "social", { room: true }),
    "index.html": page(words.name, `    <main>\n      <h1>${words.name}</h1>\n    </main>`, { lang }),
    "style.css": `${STYLE}main { display: grid; align-content: start; gap: 0.75rem; }
h1 { margin: 0; font-size: 1.25rem; }
button { display: flex; justify-content: space-between; background: #8883; color: inherit; }
button[aria-pressed="true"] { background: #0b7a5c; color: #fff; }
`,
    "app.js": `${note(words.map, 0)}
const { shared } = gum;
const mine = "vote/" + (gum.room?.me ?? "me");
const choices = ${JSON.stringify(words.choices).replaceAll(",", ", ")};

const buttons = choices.map((choice) => {
  const button = document.createElement("button");
  button.addEventListener("click", () => shared.set(mine, choice));
  document.querySelector("main").append(button);
  return button;
});

function show() {
  const entries = shared.entries().filter(([key]) => key.startsWith("vote/"));
  const votes = entries.map(([, choice]) => choice);
  const bars = choices.map((label) => ({
    label,
    value: votes.filter((vote) => vote === label).length,
  }));
  bars.forEach(({ label, value }, index) => {
    const count = document.createElement("b");
    count.textContent = value;
    buttons[index].replaceChildren(label, count);
    buttons[index].ariaPressed = String(shared.get(mine) === label);
  });
  ${note(words.card, 2)}
  const card = { title: document.title, lines: [\`${words.votes}\`], bars };
  if (gum.room && votes.length > 0) gum.card(card).catch(console.warn);
}

shared.on("*", show);
show();
`,
  };
}

function list({ list: words }: Words, lang: TemplateLanguage): Files {
  return {
    "manifest.json": manifest(words.name, words.description, "productivity", { room: true }),
    "index.html": page(
      words.name,
      `    <ul></ul>\n    <p role="status"></p>\n${form(words.placeholder, words.add)}`,
      { lang },
    ),
    "style.css": `${STYLE}li { display: flex; align-items: center; gap: 0.5rem; padding: 0.25rem 0; }
label { flex: 1; }
:checked + span { text-decoration: line-through; opacity: 0.6; }
li button { padding: 0.25em 0.6em; background: #8883; color: inherit; }
p { margin: 0; padding: 0 1rem; font-size: 0.85rem; opacity: 0.7; }
`,
    "app.js": `const { shared } = gum;
const list = document.querySelector("ul");
const state = document.querySelector("[role=status]");
const [input] = document.forms[0];

document.forms[0].addEventListener("submit", (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (text) shared.push("items", text);
  input.value = "";
});

function row({ id, value }) {
  const li = document.createElement("li");
  li.innerHTML = \`<label><input type="checkbox" /> <span></span></label>
    <button aria-label="${words.remove}">×</button>\`;
  const [box, text, remove] = li.querySelectorAll("input, span, button");
  text.textContent = value;
  ${note(words.separate, 2)}
  box.checked = shared.get("done/" + id) === true;
  box.addEventListener("change", () => shared.set("done/" + id, box.checked));
  ${note(words.ids, 2)}
  remove.addEventListener("click", () => shared.remove("items", id));
  return li;
}

function show() {
  list.replaceChildren(...shared.items("items").map(row));
}

shared.on("*", show);
${note(words.pending, 0)}
shared.onPending((pending) => {
  state.textContent = pending > 0 ? \`${words.waiting}\` : "";
});
show();
`,
  };
}

function chat({ chat: words }: Words, lang: TemplateLanguage): Files {
  return {
    "manifest.json": manifest(words.name, words.description, "social", { metadata: { webxdc: true } }),
    "index.html": page(
      words.name,
      `    <ol></ol>\n    <p role="status"></p>\n${form(words.placeholder, words.send)}`,
      { lang, script: `<script src="webxdc.js"></script>\n    <script src="app.js"></script>` },
    ),
    "style.css": `${STYLE}body { height: 100dvh; }
ol { overflow-y: auto; }
p { margin: 0; padding: 0 1rem; min-height: 1.5em; font-size: 0.85rem; opacity: 0.7; }
`,
    "app.js": `const messages = document.querySelector("ol");
const state = document.querySelector("[role=status]");
const [input] = document.forms[0];

${note(words.listen, 0)}
webxdc.setUpdateListener(({ payload }) => {
  ${note(words.check, 2)}
  if (typeof payload?.text !== "string") return;
  const line = document.createElement("li");
  const name = document.createElement("b");
  name.textContent = payload.name + " ";
  line.append(name, payload.text);
  messages.append(line);
  line.scrollIntoView();
  state.textContent = "";
}, 0);

document.forms[0].addEventListener("submit", (event) => {
  event.preventDefault();
  const text = input.value.trim();
  if (!text) return;
  input.value = "";
  const name = webxdc.selfName;
  ${note(words.summary, 2)}
  const card = { document: document.title, summary: name + ": " + text };
  webxdc.sendUpdate({ payload: { name, text }, ...card }, "");
});

${note(words.channel, 0)}
const channel = webxdc.joinRealtimeChannel();
let timer;
channel.setListener(() => {
  state.textContent = "${words.typing}";
  clearTimeout(timer);
  timer = setTimeout(() => (state.textContent = ""), 2000);
});
input.addEventListener("input", () => channel.send(new Uint8Array([1])));
`,
  };
}

function pointers({ pointers: words }: Words, lang: TemplateLanguage): Files {
  return {
    "manifest.json": manifest(words.name, words.description, "social", { room: true }),
    "index.html": page(words.name, `    <p>${words.hint}</p>`, { lang }),
    "style.css": `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; height: 100dvh; overflow: hidden; display: grid; place-items: center; background: Canvas; touch-action: none; }
.pointer { position: fixed; padding: 0.1em 0.6em; border-radius: 0 1em 1em; background: #0b7a5c; color: #fff; }
`,
    "app.js": `const channel = gum.room?.channel();
const pointers = new Map();

${note(words.bytes, 0)}
addEventListener("pointermove", ({ clientX, clientY }) => {
  const place = [clientX / innerWidth, clientY / innerHeight];
  channel?.send(new Uint8Array(place.map((part) => part * 255)));
});

${note(words.heard, 0)}
channel?.listen(([x, y], from) => {
  const pointer = pointers.get(from) ?? newPointer(from);
  pointer.style.left = (x / 255) * 100 + "%";
  pointer.style.top = (y / 255) * 100 + "%";
});

function newPointer(from) {
  const pointer = document.createElement("span");
  pointer.className = "pointer";
  pointers.set(from, pointer);
  document.body.append(pointer);
  gum.room.members([from]).then(([member]) => {
    ${note(words.names, 4)}
    pointer.textContent = member?.name || from.slice(0, 4);
  });
  return pointer;
}
`,
  };
}

const MADE: Record<RoomTemplateName, (words: Words, lang: TemplateLanguage) => Files> = {
  poll,
  list,
  chat,
  pointers,
};

/** @param lang of its texts and comments */
export function roomTemplateFiles(name: RoomTemplateName, lang: TemplateLanguage): Files {
  return MADE[name](WORDS[lang], lang);
}
