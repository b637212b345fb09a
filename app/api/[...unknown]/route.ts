import { AppError } from "@/lib/shared/errors";
import { route } from "@/lib/http/route";

const notFound = route({
  summary: { en: "Refuse an unknown path", ja: "存在しないパスを拒否する" },
  auth: "none",
  // Any body: the response is about the path.
  rawBody: { maxBytes: 0 },
  handler: () => {
    throw new AppError("not_found");
  },
});

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
