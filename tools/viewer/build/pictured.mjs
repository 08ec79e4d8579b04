// The README's pictures: the command, the visible part and the visible text of each. A picture is made from it, and a test compares
// the text with the text at the time of the picture.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { bundledPart } from "./assets.mjs";

const hashOf = (text) => createHash("sha256").update(text).digest("hex");
const linesOf = (text) => text.split("\n").filter((line) => line.trim() !== "");
const place = { width: 1360, height: 740, timezoneId: "UTC" };

/** A seeded league; `command` has the arguments of `league`, without `--html` and its file. */
export const league = {
  command: "play --memory --seed 7 --players 4 --strategies random,frequency,pattern".split(" "),
  place: { ...place, hash: "#match=R2M2" },
  ready: ".sequence .step",
  /** @param {import("playwright-core").Page} page with the league in it */
  async seenOn(page) {
    await page.locator(this.ready).first().waitFor();
    const text = await page.locator("body").innerText();
    return { style: hashOf(await bundledPart("page/style.css")), lines: linesOf(text) };
  },
};

const checkId = "player/choice/echoes-match";

/**
 * A failed check: `command` has the arguments of `league-conformance`, without `--html` and its file, and tests in `folder` a player in
 * plain Python whose choice has the opponent's id. `alone` makes a report with only this check.
 */
export const check = {
  command: [
    ...["player", "--quick", "--seed", "7", "--command"],
    "python3 agent.py player --with choice-of-opponent --port {port} --league {league} --name {name}",
  ],
  folder: join(import.meta.dirname, "../../../conformance/test/foreign"),
  alone: ["--only", checkId],
  place: { ...place, hash: `#${checkId}` },
  ready: "text=First difference",
  /** @param {import("playwright-core").Page} page with the report in it */
  async seenOn(page) {
    await page.locator(this.ready).first().waitFor();
    const text = await page.locator(`[id="${checkId}"]`).innerText();
    const style = hashOf((await page.locator("style").first().textContent()) ?? "");
    // The content after the conversations is below the picture.
    const [shown = ""] = text.split(/^The self-test has /m);
    const lines = linesOf(shown);
    // Where a note about a shared league stands, and whether a pause is long enough to be shown, differs in each run.
    const isNote = (line) => line?.includes("played once for several checks") === true;
    const isIdle = (line) => / pass$/.test(line);
    const own = lines.filter((line, index) => !isNote(line) && !isNote(lines[index + 1]) && !isIdle(line));
    return { style, lines: own.map(inAnyRun) };
  },
};

/** Replaces times and ids, which differ in each run. */
function inAnyRun(line) {
  return line.replaceAll(/\d+(\.\d+)? m?s\b/g, "… ms").replaceAll(/\b(P|REF)\d+\b/g, "$1…");
}
