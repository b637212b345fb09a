import { type HostedPerson, hostedPerson } from "./hosted";
import type { SharedServer } from "./shared-server";

/** Two people, the first with three posts, oldest first. */
export async function hostedPlums(
  server: SharedServer,
): Promise<{ kim: HostedPerson; lee: HostedPerson; posts: string[] }> {
  const [kim, lee] = await Promise.all([hostedPerson(server), hostedPerson(server)]);
  const posts: string[] = [];
  for (const body of ["one plum", "two pears", "three, and (more) plums"]) {
    const { data, error } = await kim.client.from("posts").insert({ body }).select("id").single();
    if (error) throw error;
    posts.push(data.id as string);
  }
  return { kim, lee, posts };
}
