// The league of the README's picture: its command, its visible part and its visible text. The picture is made
// from it, and a test compares the text with the text at the time of the picture.
import { createHash } from "node:crypto";
import { bundled } from "./bundled.mjs";

/** Arguments of `league`, without `--html` and its file. */
export const command = "play --memory --seed 7 --players 4 --strategies random,frequency,pattern".split(" ");

/** The fragment, size and time zone of the page. */
export const place = { hash: "#match=R2M2", width: 1360, height: 740, timezoneId: "UTC" };

export const ready = ".sequence .step";

/** @param {import("playwright-core").Page} page with the league in it */
export async function seenOn(page) {
  await page.locator(ready).first().waitFor();
  const text = await page.locator("body").innerText();
  const style = createHash("sha256").update(await bundled("page/style.css"));
  return { style: style.digest("hex"), lines: text.split("\n").filter((line) => line.trim() !== "") };
}
