import { toProject, type Project } from "./project";
import { CONFORMANCE, type RoomTemplateName, type TemplateName } from "./playground-names";
import { manifest, page, STYLE, templateLanguage } from "./template-parts";

const FIRST_PAGE = {
  en: {
    name: "Hello",
    description: "A page that counts.",
    button: "Press me",
    pressed: `"Pressed " + count + (count === 1 ? " time" : " times")`,
  },
  ja: {
    name: "こんにちは",
    description: "押した回数を数えるページです。",
    button: "押してみよう",
    pressed: `count + "回押しました"`,
  },
};

/** What a new project begins with. */
export function firstPage(locale: string): Project {
  const lang = templateLanguage(locale);
  const words = FIRST_PAGE[lang];
  return projectOf({
    "manifest.json": manifest(words.name, words.description, "other"),
    "index.html": page(words.name, `    <button id="count">${words.button}</button>`, { lang }),
    "style.css": `${STYLE}button {
  font: inherit;
  padding: 0.75em 1.5em;
  border: 0;
  border-radius: 999px;
  background: #0b7a5c;
  color: #fff;
  cursor: pointer;
}
`,
    "app.js": `let count = 0;
const button = document.querySelector("#count");

button.addEventListener("click", () => {
  count += 1;
  button.textContent = ${words.pressed};
});
`,
  });
}

/** @param locale the language of what the person sees and reads in them */
export async function loadTemplate(
  name: TemplateName | typeof CONFORMANCE,
  locale: string,
): Promise<Project> {
  if (name === "page") return firstPage(locale);
  if (name === CONFORMANCE) return loadConformance();
  const lang = templateLanguage(locale);
  const { aloneTemplateFiles } = await import("./alone-templates");
  const alone = aloneTemplateFiles(name, lang);
  if (alone) return projectOf(alone);
  const { roomTemplateFiles } = await import("./room-templates");
  return projectOf(roomTemplateFiles(name as RoomTemplateName, lang));
}

async function loadConformance(): Promise<Project> {
  const [{ checkUpload }, response] = await Promise.all([
    import("../upload/check-upload"),
    fetch("/docs/conformance.gum"),
  ]);
  if (!response.ok) throw new Error(`/docs/conformance.gum: ${response.status}`);
  const file = new File([await response.blob()], "conformance.gum");
  const { package: opened } = await checkUpload({ kind: "file", file });
  if (!opened) throw new Error("/docs/conformance.gum is no package.");
  return toProject(opened.files);
}

function projectOf(files: Record<string, string>): Project {
  const encoder = new TextEncoder();
  return new Map(Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]));
}
