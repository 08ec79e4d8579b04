// The failed check of the README's picture: the agent that fails it, the visible part of the report, and its visible text. The
// picture is made from it, and a test compares the text with the text at the time of the picture.
import { createHash } from "node:crypto";
import { join } from "node:path";

const check = "player/choice/echoes-match";

/** A player in plain Python whose choice has the opponent's id; the suite reports that and exits with 1. */
const agent =
  "python3 agent.py player --fault choice-of-opponent --port {port} --league {league} --name {name}";

/** Arguments of `league-conformance`, without `--html` and its file. */
export const command = ["player", "--quick", "--seed", "7", "--command", agent];

/** The folder of the agent. */
export const folder = join(import.meta.dirname, "../../../conformance/test/foreign");

/** Further arguments for a report with only this check. */
export const alone = ["--only", check];

/** The fragment, size and time zone of the page. */
export const place = { hash: `#${check}`, width: 1360, height: 740, timezoneId: "UTC" };

export const ready = "text=First difference";

/** @param {import("playwright-core").Page} page with the report in it */
export async function seenOn(page) {
  await page.locator(ready).first().waitFor();
  const text = await page.locator(`[id="${check}"]`).innerText();
  const style = createHash("sha256").update((await page.locator("style").first().textContent()) ?? "");
  // The content after the conversations is below the picture.
  const [shown = ""] = text.split(/^The self-test has /m);
  const lines = shown.split("\n").filter((line) => line.trim() !== "");
  // Where a note about a shared league stands, and whether a pause is long enough to be shown, differs in each run.
  const isNote = (line) => line?.includes("played once for several checks") === true;
  const isIdle = (line) => / pass$/.test(line);
  const own = lines.filter((line, index) => !isNote(line) && !isNote(lines[index + 1]) && !isIdle(line));
  return { style: style.digest("hex"), lines: own.map(inAnyRun) };
}

/** Replaces times and ids, which differ in each run. */
function inAnyRun(line) {
  return line.replaceAll(/\d+(\.\d+)? m?s\b/g, "… ms").replaceAll(/\b(P|REF)\d+\b/g, "$1…");
}
