import { handleNextAuth } from "@/lib/auth/next-auth-handler.server";
import { otherMethods } from "@/lib/http/other-methods";

export { handleNextAuth as GET, handleNextAuth as POST };

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
