/** The site as `npm run site` makes it, in Chromium on a separate server, with the incidents that must not happen while it is read. */
import { execFile } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { RunOptions } from "axe-core";
import type { Browser, Page } from "playwright-core";
import {
  chromiumPath,
  launchChromium,
  seriousAccessibilityFaults,
} from "../../../conformance/fixtures/report/chromium.js";
import { type StaticServer, serveFolder } from "./static-server.js";

/** Generous: a busy machine starts a browser slowly. */
export const timeoutMs = 120_000;

const executablePath = chromiumPath();
export const mayBeSkipped = executablePath === undefined && process.env.CI === undefined;
if (mayBeSkipped) {
  console.warn("skipped: the site in a browser (no chromium on the PATH; apt-get install chromium)");
}

export const root = join(import.meta.dirname, "..", "..", "..");

/** Its pages, as a command has just written them. */
export async function builtSite(): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "site"], { cwd: root });
  const first = stdout.trim().replace(/^the site: /, "");
  if (basename(first) !== "index.html") throw new Error(`npm run site says ${stdout}`);
  return dirname(first);
}

export class SiteInBrowser {
  readonly folder: string;
  readonly server: StaticServer;
  /** Requests to elsewhere, errors, and all console output, since the latest page was opened. */
  incidents: string[] = [];
  readonly #browser: Browser;
  /** One for all tests: a new one costs more than most tests. */
  readonly #page: Page;
  #site = "";

  private constructor(folder: string, server: StaticServer, browser: Browser, page: Page) {
    this.folder = folder;
    this.server = server;
    this.#browser = browser;
    this.#page = page;
    page.setDefaultTimeout(timeoutMs);
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(this.#site) && !/^(blob|data|about):/.test(url))
        this.incidents.push(`request ${url}`);
    });
    page.on("console", (message) => this.incidents.push(`console ${message.text()}`));
    page.on("pageerror", (error) => this.incidents.push(`error ${error.message}`));
  }

  static async launch(folder: string): Promise<SiteInBrowser> {
    if (executablePath === undefined) throw new Error("CI needs chromium: apt-get install -y chromium");
    const browser = await launchChromium(executablePath);
    return new SiteInBrowser(folder, await serveFolder(folder), browser, await browser.newPage());
  }

  /** Where the folder is on the disk, as an address. */
  get onDisk(): string {
    return pathToFileURL(`${this.folder}/`).href;
  }

  /** @param site where the folder is, with a slash at its end; nothing may be asked of another place */
  async open(path: string, colorScheme: "light" | "dark" = "light", site = `${this.server.origin}/`) {
    const page = this.#page;
    await page.goto("about:blank");
    this.incidents = [];
    this.#site = site;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.goto(site + path);
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.server.close();
  }
}

/**
 * The serious findings of axe on the page. The viewer's frame has its own tests. Without its preload axe makes no style
 * elements of the editor's style sheets, which the policy of the page would refuse.
 */
export function accessibilityFaults(page: Page, options: RunOptions = {}): Promise<string[]> {
  return seriousAccessibilityFaults(page, { iframes: false, preload: false, ...options });
}
