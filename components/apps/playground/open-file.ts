import { withoutBuilt } from "@/lib/package/compile-plan";
import { checkUpload } from "../upload/check-upload";
import { toProject, type Project } from "./project";
import { tooLargeToEdit, tooLargeToOpen, type TooLarge } from "./project-room";

type Opened = { project: Project; name: string };

/** The project in a file, or what is wrong with that. */
export async function openFile(file: File): Promise<Opened | TooLarge | { message: string | undefined }> {
  const refused = tooLargeToOpen(file.size);
  if (refused) return refused;
  const checked = await checkUpload({ kind: "file", file });
  if (!checked.package) return { message: checked.findings[0]?.message };
  const project = withoutBuilt(toProject(checked.package.files));
  return tooLargeToEdit(project) ?? { project, name: checked.package.manifest.name };
}
