import { AppError } from "@/lib/shared/errors";
import { route } from "@/lib/http/route";

/** Unknown paths below /api get problem+json too. */
const notFound = route({
  auth: "none",
  handler: () => {
    throw new AppError("not_found");
  },
});

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
