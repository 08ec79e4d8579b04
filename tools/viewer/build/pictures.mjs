// `npm run pictures`: the README's pictures of a seeded league, taken in Chromium, so that they cannot be out of date.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const pictures = join(import.meta.dirname, "..", "pictures");
const scratch = mkdtempSync(join(tmpdir(), "league-pictures-"));
const file = join(scratch, "league.html");
const mostBytes = 150_000;

const league = ["--memory", "--seed", "7", "--players", "4", "--strategies", "random,frequency,pattern"];
execFileSync("league", ["play", ...league, "--html", file], { stdio: "ignore" });

const shots = [
  { name: "league-light", colorScheme: "light", hash: "#match=R2M2" },
  { name: "league-dark", colorScheme: "dark", hash: "#match=R2M2" },
];

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--headless", "--no-sandbox"],
});
try {
  mkdirSync(pictures, { recursive: true });
  for (const { name, colorScheme, hash } of shots) {
    const page = await browser.newPage({
      viewport: { width: 1360, height: 740 },
      colorScheme,
      timezoneId: "UTC",
    });
    await page.goto(pathToFileURL(file).href + hash);
    await page.locator(".sequence .step").first().waitFor();
    const path = join(pictures, `${name}.png`);
    await page.screenshot({ path });
    const { size } = statSync(path);
    if (size > mostBytes) throw new Error(`${name}.png has ${size} bytes, more than ${mostBytes}`);
    console.log(`${path}: ${size} bytes`);
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
