// The league of the README's picture: how it is played, what of it is shown, and what a reader sees there. The picture is made
// from it, and a test compares it with what was seen when the picture was taken.
import { createHash } from "node:crypto";
import { bundled } from "./bundled.mjs";

/** Of `league`, with `--html` and a file after them. */
export const command = "play --memory --seed 7 --players 4 --strategies random,frequency,pattern".split(" ");

/** How the page is opened. */
export const place = { hash: "#match=R2M2", width: 1360, height: 740, timezoneId: "UTC" };

export const ready = ".sequence .step";

/** @param {import("playwright-core").Page} page with the league in it */
export async function seenOn(page) {
  await page.locator(ready).first().waitFor();
  const text = await page.locator("body").innerText();
  const style = createHash("sha256").update(await bundled("page/style.css"));
  return { style: style.digest("hex"), lines: text.split("\n").filter((line) => line.trim() !== "") };
}
