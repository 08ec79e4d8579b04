/** How fast a saved page is in Chromium: until something is painted, and for each frame while the slider moves. */
import { type Browser, chromium } from "playwright-core";
import { chromiumPath } from "../../../../conformance/fixtures/report/chromium.ts";

export interface PageSpeed {
  readonly firstPaintMs: number;
  /** One for each place of the slider: from its event until the frame is painted, without the wait for the screen. */
  readonly framesMs: readonly number[];
}

export function launchBrowser(): Promise<Browser> {
  // What people have: the shell has no windows to draw for.
  const executablePath = chromiumPath(["chromium", "chromium-browser", "chromium-headless-shell"]);
  if (executablePath === undefined)
    throw new Error("the viewer's pages need chromium: apt-get install -y chromium");
  return chromium.launch({ executablePath, args: ["--headless", "--no-sandbox", "--disable-gpu"] });
}

const timeoutMs = 120_000;

/** @param url a page with a slider @param frames places of the slider, spread over its whole length */
export async function pageSpeed(browser: Browser, url: string, frames: number): Promise<PageSpeed> {
  const page = await browser.newPage({ viewport: { width: 1360, height: 900 } });
  page.setDefaultTimeout(timeoutMs);
  try {
    await page.goto(url);
    await page.locator("input[type=range]").waitFor();
    const firstPaintMs = await page.evaluate<number>(firstPaint);
    const framesMs = await page.evaluate<number[]>(`(${moveSlider})(${frames})`);
    return { firstPaintMs, framesMs };
  } finally {
    await page.close();
  }
}

const firstPaint = `performance.getEntriesByName("first-contentful-paint")[0].startTime`;

/** As text, because it runs in the page. A message that is sent in a frame arrives when the frame is painted. */
const moveSlider = `async (frames) => {
  const slider = document.querySelector("input[type=range]");
  const { port1, port2 } = new MessageChannel();
  const painted = () => new Promise((resolve) => {
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
  const durations = [];
  for (let frame = 0; frame < frames; frame++) {
    await new Promise(requestAnimationFrame);
    const begin = performance.now();
    slider.value = String((frame * 7919) % frames / frames * Number(slider.max));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await painted();
    durations.push(performance.now() - begin);
  }
  return durations;
}`;
