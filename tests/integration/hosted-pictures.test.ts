import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { HOSTED_PICTURE_MAX_SIDE } from "@/lib/config/limits";
import { type HostedPerson, hostedPerson } from "../support/hosted";
import { type SharedServer, sharedServer } from "../support/shared-server";

/** The sizes of pictures that an unmodified supabase-js, or whoever has an address of it, can ask for. */

let server: SharedServer;
let kim: HostedPerson;
beforeAll(async () => {
  server = sharedServer();
  kim = await hostedPerson(server);
});

const files = () => kim.client.storage.from("files");

async function upload(name: string, width: number, height: number): Promise<string> {
  const path = `${kim.id}/${name}.png`;
  const picture = sharp({ create: { width, height, channels: 3, background: "#7a3cff" } }).png();
  const { error } = await files().upload(path, await picture.toBuffer(), { contentType: "image/png" });
  expect(error).toBeNull();
  return path;
}

const sizeOf = async (body: Blob | Response) => {
  const { width, height } = await sharp(Buffer.from(await body.arrayBuffer())).metadata();
  return [width, height];
};

it("a side that was not asked for is no longer than one that can be", async () => {
  const most = HOSTED_PICTURE_MAX_SIDE;
  const path = await upload("narrow", 1, 6);
  const large = await upload("large", 3_000, 10);
  const shown = async (at: string, transform: object) =>
    sizeOf((await files().download(at, { transform })).data!);
  for (const resize of ["cover", "fill"])
    expect(await shown(path, { width: most, resize })).toEqual([417, most]);
  expect(await shown(path, { width: most, resize: "contain" })).toEqual([1, 6]);
  expect(await shown(path, { height: 60 })).toEqual([10, 60]);
  expect(await shown(path, { width: 20, height: 30, resize: "fill" })).toEqual([20, 30]);
  for (const resize of ["cover", "contain", "fill"])
    expect(await shown(large, { height: 10, resize })).toEqual([most, 8]);
  expect(await shown(large, { quality: 50 })).toEqual([most, 8]);
});

it("an address signed for a size opens that size only, and one for the file no size", async () => {
  const path = await upload("signed", 300, 200);
  const signed = async (options?: { transform: object }) =>
    (await files().createSignedUrl(path, 60, options)).data!.signedUrl;
  const [small, whole] = [await signed({ transform: { width: 30 } }), await signed()];
  expect(await sizeOf(await fetch(small))).toEqual([30, 20]);
  const refused = await fetch(small.replace("/render/image/sign/", "/object/sign/"));
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: "InvalidJWT" }]);
  expect(await sizeOf(await fetch(whole))).toEqual([300, 200]);
  const rendered = whole.replace("/object/sign/", "/render/image/sign/");
  expect(await sizeOf(await fetch(`${rendered}&width=2500&height=2500`))).toEqual([300, 200]);
});
