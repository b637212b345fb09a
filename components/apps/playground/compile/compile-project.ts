import { compileFiles, type Compiled } from "@/lib/package/compile-files";
import type { Project } from "../project";
import { runCompiler } from "./compiler-client";

export const compileProject = (project: Project): Promise<Compiled> => compileFiles(project, runCompiler);
