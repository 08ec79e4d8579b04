// `npm run pictures`: the README's pictures of a seeded league and of a failed check, taken in Chromium, so that they cannot
// be out of date.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { command, place, ready, seenOn } from "./pictured-league.mjs";

const root = join(import.meta.dirname, "..", "..", "..");
const pictures = join(import.meta.dirname, "..", "pictures");
const scratch = mkdtempSync(join(tmpdir(), "league-pictures-"));
const [leaguePage, reportPage] = ["league.html", "report.html"].map((name) => join(scratch, name));
const mostBytes = 150_000;

execFileSync("league", [...command, "--html", leaguePage], { stdio: "ignore" });

/** A player in plain Python that names its opponent in its choice: the suite finds that, and exits with 1. */
const faulty =
  "python3 agent.py player --fault choice-of-opponent --port {port} --league {league} --name {name}";
const suite = ["player", "--quick", "--seed", "7", "--command", faulty, "--html", reportPage];
const { stdout } = spawnSync("league-conformance", suite, {
  cwd: join(root, "conformance/test/foreign"),
  encoding: "utf8",
});
if (!existsSync(reportPage)) throw new Error(`the suite wrote no report:\n${stdout}`);

const { width, height, hash, timezoneId } = place;
const aMatch = { file: leaguePage, hash, ready };
const aCheck = {
  file: reportPage,
  hash: "#player/choice/echoes-match",
  ready: "text=First difference",
};
const shots = [
  { name: "league-light", colorScheme: "light", ...aMatch },
  { name: "league-dark", colorScheme: "dark", ...aMatch },
  { name: "failed-check-light", colorScheme: "light", ...aCheck },
  { name: "failed-check-dark", colorScheme: "dark", ...aCheck },
];

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--headless", "--no-sandbox"],
});
try {
  mkdirSync(pictures, { recursive: true });
  for (const { name, colorScheme, file, hash, ready } of shots) {
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme,
      timezoneId,
    });
    await page.goto(pathToFileURL(file).href + hash);
    await page.locator(ready).first().waitFor();
    const path = join(pictures, `${name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > mostBytes) throw new Error(`${name}.png has ${size} bytes, more than ${mostBytes}`);
    console.log(`${path}: ${size} bytes`);
    if (name === "league-light") {
      const seen = JSON.stringify(await seenOn(page), null, 2);
      writeFileSync(join(pictures, "league.json"), `${seen}\n`);
    }
  }
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true });
}

function chromiumPath() {
  try {
    return execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  } catch {
    throw new Error("the pictures need chromium: apt-get install -y chromium");
  }
}
