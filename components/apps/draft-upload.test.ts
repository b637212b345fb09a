import "fake-indexeddb/auto";
import { expect, it } from "vitest";
import { loadUploadDraft, saveUploadDraft } from "@/lib/apps/upload-draft-storage";
import { openPackage } from "@/lib/package/open-package";
import { makePackage } from "@/tests/support/package-bytes";
import { draftUpload } from "./draft-upload";

const opened = (changes: object) => {
  const manifest = {
    id: "jp.example.kago",
    version: "1.0.0",
    entry: "index.html",
    license: "MIT",
    ...changes,
  };
  return openPackage(new Uint8Array(makePackage(manifest, { "index.html": "<h1>Kago</h1>" })));
};

it("keeps what was written into the draft of the same app, and takes the rest from the newer package", async () => {
  await draftUpload("ada", await opened({ name: "Kago", version: "1.0.0", description: "A list" }));
  const draft = (await loadUploadDraft("ada"))!;
  const icon = new Blob(["icon"]);
  await saveUploadDraft({
    ...draft,
    icon,
    form: { ...draft.form, version: "1.0.1", description: "Mine", tags: ["food"] },
  });

  await draftUpload("ada", await opened({ name: "Kago", version: "1.1.0", description: "A longer list" }));
  const again = (await loadUploadDraft("ada"))!;
  expect(again.form).toMatchObject({ version: "1.1.0", description: "Mine", tags: ["food"] });
  expect(again.icon).toEqual(icon);
  expect(again.uploadKey).not.toBe(draft.uploadKey);
  expect((await openPackage(again.bytes)).manifest.version).toBe("1.1.0");
});

it("takes nothing from the draft of another app", async () => {
  await draftUpload("ben", await opened({ name: "Kago", description: "A list" }));
  const draft = (await loadUploadDraft("ben"))!;
  await saveUploadDraft({ ...draft, form: { ...draft.form, description: "Mine" } });
  await draftUpload("ben", await opened({ name: "Hoshi", description: "Stars" }));
  expect((await loadUploadDraft("ben"))!.form).toMatchObject({ name: "Hoshi", description: "Stars" });
});
