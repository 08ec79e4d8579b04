// `npm run pictures`: takes the README's pictures of a seeded league and of a failed check in Chromium.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromiumPath, launchChromium } from "../../../conformance/fixtures/report/chromium.ts";
import { check, league } from "./pictured.mjs";

const pictures = join(import.meta.dirname, "..", "pictures");
const scratch = mkdtempSync(join(tmpdir(), "league-pictures-"));
const [leaguePage, reportPage] = ["league.html", "report.html"].map((name) => join(scratch, name));
const maxBytes = 150_000;

execFileSync("league", [...league.command, "--html", leaguePage], { stdio: "ignore" });

const { stdout } = spawnSync("league-conformance", [...check.command, "--html", reportPage], {
  cwd: check.folder,
  encoding: "utf8",
});
if (!existsSync(reportPage)) throw new Error(`the suite wrote no report:\n${stdout}`);

const program = chromiumPath();
if (program === undefined) throw new Error("the pictures need chromium: apt-get install -y chromium");
const browser = await launchChromium(program);
try {
  mkdirSync(pictures, { recursive: true });
  await picturesOf("league", league, leaguePage);
  await picturesOf("failed-check", check, reportPage);
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}

/** One in the light and one in the dark, and what is seen on it. */
async function picturesOf(name, of, file) {
  const { width, height, hash, timezoneId } = of.place;
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme, timezoneId });
    await page.goto(pathToFileURL(file).href + hash);
    const seen = await of.seenOn(page);
    const path = join(pictures, `${name}-${colorScheme}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > maxBytes) throw new Error(`${path} has ${size} bytes, more than ${maxBytes}`);
    console.log(`${path}: ${size} bytes`);
    writeFileSync(join(pictures, `${name}.json`), `${JSON.stringify(seen, null, 2)}\n`);
  }
}
