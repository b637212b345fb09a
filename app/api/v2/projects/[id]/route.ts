import { PROJECT_BODY_MAX_BYTES } from "@/lib/config/project-limits";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { projectQuery, projectSchema, savedProjectSchema, saveProjectSchema } from "@/lib/projects/contract";
import { deleteProject, getProject, saveProject } from "@/lib/projects/service";
import { idParams } from "@/lib/shared/contract";

const projectRoute = { auth: "onboarded", params: idParams, limit: "projects" } as const;

export const GET = route({
  summary: { en: "Read a project of the playground", ja: "プレイグラウンドのプロジェクトを取得する" },
  ...projectRoute,
  query: projectQuery,
  response: projectSchema,
  handler: async ({ viewer, params, query }) => ({
    body: await getProject({ actor: viewer, id: params.id, version: query.version }),
  }),
});

export const PUT = route({
  summary: { en: "Save a project of the playground", ja: "プレイグラウンドのプロジェクトを保存する" },
  ...projectRoute,
  // No `read`: tokens cannot read projects. A save adds a version to what a person wrote; many push the oldest versions out.
  scope: "apps:publish",
  body: saveProjectSchema,
  jsonMaxBytes: PROJECT_BODY_MAX_BYTES,
  response: savedProjectSchema,
  handler: async ({ viewer, params, body }) => ({
    body: await saveProject({
      actor: viewer,
      id: params.id,
      change: body,
      byToken: viewer.via === "token",
    }),
  }),
});

export const DELETE = route({
  summary: { en: "Delete a project of the playground", ja: "プレイグラウンドのプロジェクトを削除する" },
  ...projectRoute,
  handler: async ({ viewer, params }) => deleteProject({ actor: viewer, id: params.id }),
});

export const { POST, PATCH, OPTIONS } = otherMethods("GET", "PUT", "DELETE");
