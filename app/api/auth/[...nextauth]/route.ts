import { handleNextAuth } from "@/lib/auth/next-auth-handler.server";

export { handleNextAuth as GET, handleNextAuth as POST };
