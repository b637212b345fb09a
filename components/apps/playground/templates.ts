import { toProject, type Project } from "./project";
import { CONFORMANCE, type RoomTemplateName, type TemplateName } from "./playground-names";
import { manifest, page, STYLE } from "./template-parts";

/** What a new project begins with. */
export function firstPage(): Project {
  return projectOf({
    "manifest.json": manifest("Hello", "A page that counts.", "other"),
    "index.html": page("Hello", `    <button id="count">Press me</button>`),
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
  button.textContent = "Pressed " + count + (count === 1 ? " time" : " times");
});
`,
  });
}

/** @param locale the language of those that are made for both */
export async function loadTemplate(
  name: TemplateName | typeof CONFORMANCE,
  locale: string,
): Promise<Project> {
  if (name === "page") return firstPage();
  if (name === CONFORMANCE) return loadConformance();
  const { ALONE_TEMPLATES } = await import("./alone-templates");
  if (name in ALONE_TEMPLATES) return projectOf(ALONE_TEMPLATES[name as keyof typeof ALONE_TEMPLATES]);
  const { roomTemplateFiles } = await import("./room-templates");
  return projectOf(roomTemplateFiles(name as RoomTemplateName, locale));
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
