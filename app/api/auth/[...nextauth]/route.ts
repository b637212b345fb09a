import { handleNextAuth } from "@/lib/server/http/next-auth-handler";

export { handleNextAuth as GET, handleNextAuth as POST };
