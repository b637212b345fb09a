import type { Page } from "@playwright/test";
import { handOverPorts } from "./forge";
import { makePackage } from "./package-bytes";
import { appFrame, appName, uploadByApi } from "./store";

type Attack = {
  code: string;
  /** The shell's notice when it ends the app. */
  ended?: RegExp;
  /** On a fast machine the app may survive. */
  bearable?: true;
};

/** Messages of an app that posts to the shell's port directly. Without limits, each blocks the shell for seconds. */
export const ATTACKS: Record<string, Attack> = {
  "changes that clear what others wrote": {
    code: `const writes=Array.from({length:2000},(_,i)=>({area:"local",key:"k"+i,value:"v"}));const clears=Array.from({length:2000},()=>({area:"local",key:null,value:null}));for(let i=0;i<60;i++){forge({type:"storage",changes:writes});forge({type:"storage",changes:clears})}`,
    ended: /too busy/,
    bearable: true,
  },
  "more keys than there is room for": {
    code: `let n=0;for(let i=0;i<50;i++){forge({type:"storage",changes:Array.from({length:2000},()=>({area:"local",key:(n++).toString(36),value:""}))});await new Promise((r)=>setTimeout(r,50))}`,
    ended: /too busy/,
    bearable: true,
  },
  "updates of a webxdc app that it is not": {
    code: `for(let i=0;i<200;i++)forge({type:"xdcUpdate",update:"{}",description:""})`,
  },
  "one large message": {
    code: `forge({type:"console",entries:Array.from({length:6_000_000},()=>[]),dropped:0})`,
    ended: /too busy/,
  },
  "parameters of a call": {
    code: `forge({type:"call",id:1,method:"alert",params:Array.from({length:6_000_000},()=>[])})`,
    ended: /too busy/,
  },
  "the name of a file": {
    code: `forge({type:"call",id:1,method:"save",params:{name:"x",file:new File([],"x".repeat(1e8))}})`,
  },
};

/** Uploads an app of one page with this body, and runs it. */
export async function runPage(page: Page, body: string): Promise<void> {
  const name = appName("Hostile");
  const files = { "index.html": `<!doctype html><meta charset="utf-8"><title>${name}</title><body>${body}` };
  const app = await uploadByApi(page, makePackage({ name, entry: { html: "index.html" } }, files));
  await page.goto(`/apps/${app.id}/run`);
  await page.locator("[data-app-status=running] iframe").waitFor();
}

/** Runs an app that attacks when its button is pressed. */
export async function armAttack(page: Page, { code }: Attack): Promise<void> {
  await handOverPorts(page);
  await runPage(
    page,
    `<button>go</button><script>document.querySelector("button").onclick=async()=>{${code};document.body.append("sent")}</script>`,
  );
}

/** Starts the attack, and waits until all is sent or the shell has ended the app. */
export async function attack(page: Page, { ended, bearable }: Attack): Promise<void> {
  const inside = appFrame(page);
  const over = page.getByRole("alert").filter({ hasText: ended ?? /never/ });
  const sent = inside.getByText("sent");
  await inside.getByRole("button").dispatchEvent("click");
  const awaited = bearable ? [over, sent] : [ended ? over : sent];
  await Promise.any(awaited.map((one) => one.waitFor({ timeout: 30_000 })));
}
