import { z } from "zod";
import { AppError } from "@/lib/domain/errors";
import { catalogueFile } from "@/lib/i18n/catalogue-file";
import { CATALOGUES } from "@/lib/i18n/locales";
import { route } from "@/lib/server/http/route";

/** All texts of one language. The name changes with the content; a page of an older version gets what there is now. */
export const GET = route({
  auth: "none",
  params: z.object({ file: z.string().max(80) }),
  handler: ({ params }) => {
    const catalogue = CATALOGUES.find((name) => params.file.startsWith(`${name}.`));
    if (!catalogue) throw new AppError("not_found");
    const { name, json } = catalogueFile(catalogue);
    return new Response(json, {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "cache-control": name === params.file ? "public, max-age=31536000, immutable" : "no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
});
