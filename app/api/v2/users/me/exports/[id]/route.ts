import { openExport } from "@/lib/exports/service";
import { otherMethods } from "@/lib/http/other-methods";
import { route } from "@/lib/http/route";
import { idParams } from "@/lib/shared/contract";

export const GET = route({
  summary: { en: "Download a copy of one's data", ja: "自分のデータのコピーをダウンロードする" },
  auth: "user",
  params: idParams,
  sends: "application/zip",
  handler: async ({ viewer, params }) => {
    const { bytes, createdAt, part } = await openExport({ viewer, id: params.id });
    let index = 0;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = await part(index++);
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "application/zip",
        "content-length": String(bytes),
        "content-disposition": `attachment; filename="gum-${createdAt.toISOString().slice(0, 10)}.zip"`,
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
      },
    });
  },
});

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
