/** The site of `npm run site` in Chromium on a separate server, with the console messages and requests of its pages. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, dirname, extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { seriousAccessibilityFaults, WatchedPage } from "../../../conformance/fixtures/report/chromium.js";

export const root = join(import.meta.dirname, "..", "..", "..");

/** Builds the site. @returns its folder */
export async function builtSite(): Promise<string> {
  const { stdout } = await promisify(execFile)("node", ["--run", "site"], { cwd: root });
  const first = stdout.trim().replace(/^the site: /, "");
  if (basename(first) !== "index.html") throw new Error(`npm run site printed ${stdout}`);
  return dirname(first);
}

export class SiteInBrowser {
  readonly folder: string;
  readonly server: StaticServer;
  readonly watched: WatchedPage;

  private constructor(folder: string, server: StaticServer, watched: WatchedPage) {
    this.folder = folder;
    this.server = server;
    this.watched = watched;
  }

  static async launch(folder: string): Promise<SiteInBrowser> {
    const watched = await WatchedPage.launch({ width: 1360, height: 900 });
    return new SiteInBrowser(folder, await serveFolder(folder), watched);
  }

  /** The file URL of the folder. */
  get onDisk(): string {
    return pathToFileURL(`${this.folder}/`).href;
  }

  /** @param site the URL of the folder, with a slash at its end; requests to other places are faults */
  open(
    path: string,
    colorScheme: "light" | "dark" = "light",
    site = `${this.server.origin}/`,
  ): Promise<Page> {
    return this.watched.open(site + path, colorScheme, site);
  }

  async close(): Promise<void> {
    await this.watched.browser.close();
    this.server.close();
  }
}

/**
 * The serious findings of axe on the page. The viewer's frame has its own tests. Without its preload, axe makes no style
 * elements of the editor's style sheets, which the policy of the page would refuse.
 */
export function accessibilityFaults(page: Page, options: RunOptions = {}): Promise<string[]> {
  return seriousAccessibilityFaults(page, { iframes: false, preload: false, ...options });
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".png": "image/png" };

export interface StaticServer {
  readonly origin: string;
  /** The requested paths. */
  readonly requests: readonly string[];
  readonly close: () => void;
}

/** Serves the files of a folder. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const requests: string[] = [];
  const server = createServer(async ({ url = "/" }, response) => {
    requests.push(url);
    const path = join(folder, normalize(new URL(url, "http://localhost").pathname));
    try {
      const bytes = await readFile(path);
      response
        .writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream" })
        .end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return { origin: `http://127.0.0.1:${address.port}`, requests, close: () => server.close() };
}
