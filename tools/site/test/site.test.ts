/** The whole site, built once and opened in one browser. */
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { mayBeSkipped, timeoutMs } from "../../../conformance/fixtures/report/chromium.js";
import { everyPage } from "./every-page.js";
import { messagePage } from "./message-page.js";
import { playgroundPage } from "./playground-page.js";
import { builtSite, SiteInBrowser } from "./site-under-test.js";
import { textPages } from "./text-pages.js";

let folder: string;
beforeAll(async () => {
  folder = await builtSite();
}, timeoutMs);

describe("the pages with text", () => textPages(() => folder));

describe.skipIf(mayBeSkipped)("in Chromium", { timeout: 2 * timeoutMs }, () => {
  let browser: SiteInBrowser;
  beforeAll(async () => {
    browser = await SiteInBrowser.launch(folder);
  }, timeoutMs);
  afterAll(() => browser?.close());
  afterEach(() => expect(browser.watched.incidents).toEqual([]));

  describe("the playground", () => playgroundPage(() => browser));
  describe("the page that reads a message", () => messagePage(() => browser));
  describe("every page", () => everyPage(() => browser));
});
