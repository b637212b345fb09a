import { otherMethods } from "@/lib/http/other-methods";

/** Where requests with methods like TRACE arrive, which Next cannot represent (lib/http/prepare-process.ts). */
export const { GET, POST, PUT, PATCH, DELETE } = otherMethods("GET", "POST", "PUT", "PATCH", "DELETE");
