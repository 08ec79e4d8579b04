// The failed check of the README's picture: which agent fails it, what of the report is shown, and what a reader sees there. The
// picture is made from it, and a test compares it with what was seen when the picture was taken.
import { createHash } from "node:crypto";
import { join } from "node:path";

const check = "player/choice/echoes-match";

/** A player in plain Python that names its opponent in its choice: the suite finds that, and exits with 1. */
const agent =
  "python3 agent.py player --fault choice-of-opponent --port {port} --league {league} --name {name}";

/** Of `league-conformance`, with `--html` and a file after them. */
export const command = ["player", "--quick", "--seed", "7", "--command", agent];

/** Where the agent is. */
export const folder = join(import.meta.dirname, "../../../conformance/test/foreign");

/** To the command, for a report with this check alone. */
export const alone = ["--only", check];

/** How the page is opened. */
export const place = { hash: `#${check}`, width: 1360, height: 740, timezoneId: "UTC" };

export const ready = "text=First difference";

/** @param {import("playwright-core").Page} page with the report in it */
export async function seenOn(page) {
  await page.locator(ready).first().waitFor();
  const text = await page.locator(`[id="${check}"]`).innerText();
  const style = createHash("sha256").update((await page.locator("style").first().textContent()) ?? "");
  // The content after the conversations is below the picture.
  const [shown = ""] = text.split(/^This check finds /m);
  const lines = shown.split("\n").filter((line) => line.trim() !== "");
  return { style: style.digest("hex"), lines: lines.map(inAnyRun) };
}

/** Times and ids differ from run to run. */
function inAnyRun(line) {
  return line.replaceAll(/\d+ ms\b/g, "… ms").replaceAll(/\b(P|REF)\d+\b/g, "$1…");
}
