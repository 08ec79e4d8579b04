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

const ofLeague = { of: league, file: leaguePage };
const ofCheck = { of: check, file: reportPage };
const shots = [
  { name: "league-light", colorScheme: "light", seen: "league.json", ...ofLeague },
  { name: "league-dark", colorScheme: "dark", ...ofLeague },
  { name: "failed-check-light", colorScheme: "light", seen: "failed-check.json", ...ofCheck },
  { name: "failed-check-dark", colorScheme: "dark", ...ofCheck },
];

const program = chromiumPath();
if (program === undefined) throw new Error("the pictures need chromium: apt-get install -y chromium");
const browser = await launchChromium(program);
try {
  mkdirSync(pictures, { recursive: true });
  for (const { name, colorScheme, seen, of, file } of shots) {
    const { width, height, hash, timezoneId } = of.place;
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme,
      timezoneId,
    });
    await page.goto(pathToFileURL(file).href + hash);
    await page.locator(of.ready).first().waitFor();
    const path = join(pictures, `${name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > maxBytes) throw new Error(`${name}.png has ${size} bytes, more than ${maxBytes}`);
    console.log(`${path}: ${size} bytes`);
    if (seen !== undefined) {
      const what = JSON.stringify(await of.seenOn(page), null, 2);
      writeFileSync(join(pictures, seen), `${what}\n`);
    }
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}
