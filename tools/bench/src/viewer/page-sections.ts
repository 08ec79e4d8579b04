/** The cost of a large league for the browser that shows it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inRounds } from "../measure/rounds.ts";
import { median, quantile } from "../measure/statistics.ts";
import type { Row, Section } from "../report/section.ts";
import { launchBrowser, type PageSpeed, pageSpeed } from "./page-in-browser.ts";

export interface PageSizes {
  readonly rounds: number;
  /** Of the league that is opened from the disk. */
  readonly savedPlayers: number;
  /** Places of the slider. */
  readonly frames: number;
}

const [mostFirstPaintMs, mostFrameMs] = [1000, 50];

export async function pageSections({ savedPlayers, frames, rounds }: PageSizes): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), "league-bench-"));
  const browser = await launchBrowser();
  try {
    const league = savedLeague(folder, savedPlayers);
    const pages = [emptyPage(folder), league, `${league}#tab=crosstable`];
    const speeds = await inRounds(pages, rounds, (url) => pageSpeed(browser, url, frames));
    return sectionsOf(
      [...speeds.values()],
      `${savedPlayers} players, ${(savedPlayers * (savedPlayers - 1)) / 2} matches`,
    );
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

const nothing = "an empty page";

function sectionsOf(
  [empty = [], league = [], crosstable = []]: readonly (readonly PageSpeed[])[],
  name: string,
): Section[] {
  const frames = (all: readonly PageSpeed[]) => all.flatMap(({ framesMs }) => framesMs);
  const paints = (all: readonly PageSpeed[]) => all.map(({ firstPaintMs }) => firstPaintMs);
  const row = (what: string, own: readonly number[], reference: readonly number[], limit: number): Row => {
    const [value, least] = [median(own), median(reference)];
    return {
      ...{ name: what, ratio: value / least, value, unit: "ms", aim: { of: "value", at: "most", limit } },
      remark: `95 % are below ${Math.ceil(quantile(own, 0.95))} ms`,
    };
  };
  const nothingIn = (reference: readonly number[]): Row => {
    return { name: nothing, ratio: 1, value: median(reference), unit: "ms" };
  };
  return [
    {
      id: "viewer-paint",
      title: "A saved league in Chromium, opened from the disk: time until something is painted",
      reference: nothing,
      rows: [nothingIn(paints(empty)), row(name, paints(league), paints(empty), mostFirstPaintMs)],
      notes: [],
    },
    {
      id: "viewer-frames",
      title: "A saved league in Chromium: time for a frame while the slider moves",
      reference: nothing,
      rows: [
        nothingIn(frames(empty)),
        row(`${name}: matches`, frames(league), frames(empty), mostFrameMs),
        row(`${name}: crosstable`, frames(crosstable), frames(empty), mostFrameMs),
      ],
      notes: ["Each place of the slider is far from the one before, so that all parts of the page change."],
    },
  ];
}

/** The cost of the browser without a page. */
function emptyPage(folder: string): string {
  const file = join(folder, "empty.html");
  writeFileSync(file, '<!doctype html><title>empty</title><p>Empty</p><input type="range" max="100">');
  return pathToFileURL(file).href;
}

function savedLeague(folder: string, players: number): string {
  const file = join(folder, "league.html");
  const program = join(import.meta.dirname, "../../../../reference-agents/bin/league.js");
  const options = ["play", "--memory", "--seed", "1", "--players", String(players), "--html", file];
  const { status, stderr } = spawnSync(process.execPath, [program, ...options], { encoding: "utf8" });
  if (status !== 0) throw new Error(`no league was saved: ${stderr}`);
  return pathToFileURL(file).href;
}
