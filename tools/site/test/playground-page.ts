/** The playground in Chromium: on a server and from the disk. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { COLOURS_ONLY, timeoutMs } from "../../../conformance/fixtures/report/chromium.js";
import { isFull } from "../../gate/one-in.js";
import { newFolder } from "../../gate/temporary-folder.js";
import { accessibilityFaults, root, type SiteInBrowser, serveFolder } from "./site-under-test.js";

export function playgroundPage(browser: () => SiteInBrowser): void {
  let page: Page;
  const open = async (hash = "") => {
    page = await browser().open(`playground.html${hash}`);
  };
  /** Reuses the page of the test before, because opening a page and starting its compiler costs more than most tests. */
  const opened = async () => {
    if (page === undefined) await open();
  };
  /** Opens the default settings and the first text, with these changes. */
  const set = async (changes: Readonly<Record<string, string>>) => {
    await opened();
    await page.evaluate(`location.hash = ${JSON.stringify(String(new URLSearchParams(changes)))}`);
    const seed = page.getByRole("spinbutton", { name: "Seed" });
    await expect.poll(() => seed.inputValue(), { timeout: timeoutMs }).toBe(changes.seed);
  };
  const type = async (source: string) => {
    await page.getByRole("textbox", { name: "Your strategy in TypeScript" }).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(source);
  };
  const play = () => page.getByRole("button", { name: "Play a league" }).click();
  const headline = () => page.getByRole("status").getByRole("heading").first().textContent();
  const markedLines = () => page.locator(".cm-lint-marker-error").count();

  test("a typed strategy wins its league, and the viewer shows it", async () => {
    // Against players that always miss their deadline, a player that answers wins each match.
    await open("#seed=11&opponents=timeout+timeout");
    await type('export default () => "odd" as const;\n');
    await play();
    expect(await headline()).toBe("Your strategy wins the league");
    const viewer = page.frameLocator("iframe.viewer");
    await viewer.getByText("Complete").waitFor();
    expect(await viewer.locator(".standings tbody tr").first().textContent()).toContain(
      "Player 1 (strategy.ts)",
    );
    await viewer.getByRole("button", { name: "Messages", exact: true }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("the command on the page plays the same league", async () => {
    await set({ seed: "3" });
    const source =
      'export default ({ random }: { random: { below(n: number): number } }) => random.below(3) === 0 ? "odd" : "even";\n';
    await type(source);
    await play();
    const command = await page.locator("code", { hasText: "npx league play" }).textContent();
    const viewer = page.frameLocator("iframe.viewer");
    await viewer.getByText("Complete").waitFor();
    const rows = await viewer
      .locator(".standings tbody tr")
      .evaluateAll((all: readonly { dataset: { id: string }; lastElementChild: { textContent: string } }[]) =>
        all.map((row) => [row.dataset.id, Number(row.lastElementChild.textContent)]),
      );
    const folder = newFolder();
    writeFileSync(join(folder, "strategy.ts"), source);
    const bin = join(root, "node_modules", ".bin");
    const [, ...args] = (command ?? "").split(" ");
    const { stdout } = await promisify(execFile)(join(bin, args[0] ?? ""), [...args.slice(1), "--json"], {
      cwd: folder,
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
    });
    const { standings } = JSON.parse(stdout);
    expect(rows).toEqual(
      standings.map((row: { player_id: string; points: number }) => [row.player_id, row.points]),
    );
  });

  test("a strategy that hangs is ended, with the reason", async () => {
    await opened();
    // The loop uses a processor until it is ended, here after half a second instead of five.
    const shorter = await page.addInitScript(
      "if (top !== self) { const set = setTimeout; setTimeout = (work, ms) => set(work, Math.min(ms, 500)); }",
    );
    await type("export default () => {\n  while (true) {}\n};\n");
    await play();
    expect(await headline()).toBe("The strategy hangs");
    await shorter.dispose();
    await type('export default () => "odd";\n');
    await play();
    expect(await headline()).toMatch(/^Your strategy /);
  });

  test("an error of a text that does not run is shown at its line", async () => {
    await opened();
    for (const [source, message] of [
      ["const a = 1;\nexport default () => {\n  const b = ;\n};\n", "Line 3: Syntax error"],
      [
        'const a = 1;\nconst a = 2;\nexport default () => "odd";\n',
        "Line 2: SyntaxError: Identifier 'a' has already been declared",
      ],
      [
        '\nconst name: string = undefined as never;\nname.trim();\nexport default () => "odd";\n',
        "Line 3: TypeError: Cannot read properties of undefined",
      ],
      ["export const answer = 42;\n", "No strategy is exported"],
    ] as const) {
      await type(source);
      await play();
      await page.getByRole("status").getByText(message).waitFor();
      expect(await headline()).toBe("The strategy does not run");
      if (message.startsWith("Line")) await page.locator(".cm-lint-marker-error").first().waitFor();
    }
  });

  test("a type error is shown at its line while the text is typed", async () => {
    await opened();
    const types = page.getByLabel("Types", { exact: true });
    await type('const parity = "evn";\n\nexport default () => parity;\n');
    await types.getByText("Line 3:").waitFor();
    expect(await types.innerText()).toContain('"evn"');
    expect(await markedLines()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await type('export default () => "odd";\n');
    await types.getByText("no error").waitFor();
    expect(await markedLines()).toBe(0);
  });

  test("a choice that throws is replaced in the league and shown at its line", async () => {
    await opened();
    await type(
      "export default ({ history }) => {\n  const last = history.at(-1);\n  return last.my_choice;\n};\n",
    );
    await play();
    await page.getByRole("status").getByText("Line 3:").first().waitFor();
    expect(await page.getByRole("status").textContent()).toContain("TypeError");
    await page.locator(".cm-lint-marker-error").first().waitFor();
    await page.frameLocator("iframe.viewer").getByText("Complete").waitFor();
  });

  test("many leagues distinguish skill from luck, and can be stopped: of a thousand, or of a hundred", async () => {
    await set({ seed: "5", opponents: "timeout" });
    await type('export default () => "odd";\n');
    await page.getByRole("button", { name: "Luck or skill?" }).click();
    await page.getByText(/ of 1000$/).waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped.").waitFor();
    // A thousand leagues give the same result in ten times the time.
    const [chosen, last, least] = isFull ? ["1,000", 1004, "99.6 %"] : ["100", 104, "96.3 %"];
    await page.getByLabel("leagues, each with a different seed").selectOption(chosen);
    await page.getByRole("button", { name: "Luck or skill?" }).click();
    await page.getByRole("heading", { name: "Skill: better than its opponents" }).waitFor();
    const status = await page.getByRole("status").innerText();
    expect(status).toContain("Mean rank 1.00, with 95 % confidence between 1.00 and 1.00");
    expect(status).toContain(`Leagues won: 100.0 %, with 95 % confidence between ${least} and 100.0 %`);
    expect(status).toContain(`${chosen} leagues, seeds 5 to ${last}`);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("a strategy cannot reach the network or the page", async () => {
    await opened();
    const elsewhere = await serveFolder(browser().folder);
    await type(`const reached: string[] = [];
const attempt = (what: string, run: () => unknown) => { try { run(); reached.push(what); } catch {} };
const get = (url: string) => { const r = new XMLHttpRequest(); r.open("GET", url, false); r.send(); };
attempt("the page", () => document.title);
attempt("a script", () => importScripts("${elsewhere.origin}/x.js"));
attempt("eval", () => (0, eval)("1"));
attempt("another server", () => get("${elsewhere.origin}/x"));
attempt("the own server", () => get("${browser().server.origin}/x"));
throw new Error("reached: " + (reached.join() || "nothing"));
`);
    await play();
    await page.getByRole("status").getByText("reached: nothing").waitFor();
    expect([elsewhere.requests, browser().server.requests.filter((path) => path === "/x")]).toEqual([[], []]);
    elsewhere.close();
    // The browser reports each refused request.
    const refused = browser().watched.drop(/^request|Content Security Policy/);
    expect(refused.length).toBeGreaterThan(0);
  });

  test("the URL contains text, seed, opponents and faults", async () => {
    await set({ seed: "8" });
    await type('export default () => "even"; // kept\n');
    await page.getByRole("spinbutton", { name: "Seed" }).fill("42");
    await page.getByLabel("Player 2", { exact: true }).selectOption("timeout");
    await page.getByLabel("Requests arrive twice").check();
    await page.waitForURL(/seed=42&opponents=timeout\+frequency\+pattern&faults=twice&code=/);
    const { hash } = new URL(page.url());
    await set({ seed: "8" });
    await page.emulateMedia({ colorScheme: "dark" });
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await page.locator(".cm-content", { hasText: "// kept" }).waitFor();
    expect(await page.getByLabel("Requests arrive twice").isChecked()).toBe(true);
    await play();
    await page.frameLocator("iframe.viewer").getByText("Complete").waitFor();
    expect(await accessibilityFaults(page, COLOURS_ONLY)).toEqual([]);
  });

  test("an error of the page is shown instead of a blank page", async () => {
    await opened();
    const usual = "globalThis.usual = Number.prototype.toLocaleString";
    const broken = "Number.prototype.toLocaleString = () => { throw new Error('a planted fault'); }";
    await page.addInitScript(`if (location.search === "?broken") { ${usual}; ${broken}; }`);
    page = await browser().open("playground.html?broken");
    await page.getByRole("alert").getByText("a planted fault").waitFor();
    await page.evaluate("Number.prototype.toLocaleString = globalThis.usual");
    await page.getByRole("button", { name: "Show it again" }).click();
    await page.getByRole("button", { name: "Play a league" }).waitFor();
  });

  describe("a fork, in which one choice or message is changed", () => {
    const fork = () => page.getByRole("button", { name: "Play on with this change" }).click();
    const sides = () => [page.getByLabel("As it was"), page.getByLabel("With the change")] as const;
    const marked = (side: Locator, text: RegExp) => side.locator("mark", { hasText: text }).waitFor();
    let isPlayed = false;
    /** Both tests change the same league. */
    const played = async () => {
      if (isPlayed) return;
      await set({ seed: "7" });
      await play();
      isPlayed = true;
      await page.getByRole("heading", { name: "What if?" }).waitFor();
    };

    test("begins with a lost request", async () => {
      await played();
      await page.getByLabel("A request is lost").check();
      await page.getByLabel("Only moments with").fill("RUN_MATCH to REF01");
      const viewer = page.frameLocator("iframe.viewer");
      await viewer.getByText("Complete").waitFor();
      const moment = page.getByRole("slider", { name: "Moment" });
      const forward = async () => {
        await moment.press("ArrowRight");
        return moment.getAttribute("aria-valuetext");
      };
      await expect.poll(forward, { timeout: timeoutMs }).toContain("R3M1");
      // The viewer shows the moment at which the league is stopped.
      await viewer.getByText("Complete").waitFor({ state: "detached" });
      await fork();
      const [before, after] = sides();
      await marked(before, /^RUN_MATCH from the manager to REF01 \(R3M1\)$/);
      await marked(after, /^lost: RUN_MATCH from the manager to REF01 \(R3M1\)$/);
    });

    test("begins with an inverted choice, in both leagues", async () => {
      await played();
      await page.getByLabel("A choice is the other one").check();
      await page.getByLabel("Only moments with").fill("P01 chooses R2");
      const moment = await page.getByRole("slider", { name: "Moment" }).getAttribute("aria-valuetext");
      const [, other, choice, match] = /^P01 chooses (\w+), not (\w+) \((R2M\d)\)$/.exec(moment ?? "") ?? [];
      await fork();
      const [before, after] = sides();
      for (const [side, made] of [
        [before, choice],
        [after, other],
      ] as const) {
        await marked(side, new RegExp(`^P01 answers CHOOSE_PARITY_RESPONSE: ${made}$`));
        const viewer = side.frameLocator("iframe");
        await viewer.locator(".standings tbody tr").first().waitFor({ state: "attached" });
        expect(await viewer.getByText("Complete").count()).toBe(0);
      }
      expect(await page.getByText(/Matches that end otherwise: /).innerText()).toContain(match ?? "");
      expect(await accessibilityFaults(page)).toEqual([]);
    });
  });

  test("the playground works from the disk, and on a narrow screen", async () => {
    page = await browser().open("playground.html", "light", browser().onDisk);
    await page.setViewportSize({ width: 390, height: 844 });
    await play();
    await page.frameLocator("iframe.viewer").getByText("Complete").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  });
}
