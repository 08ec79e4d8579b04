import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSavedLeague } from "./league-store.js";

const newFolder = () => mkdtempSync(join(tmpdir(), "league-kept-"));
const open = (folder: string | null, leagueId?: string) =>
  openSavedLeague({ place: undefined, leagueId, folder, onConnectionError: () => {} });

it("continues the league of a data folder until it is over, then begins another one", async () => {
  const folder = newFolder();
  const first = await open(folder);
  await first.store.moveTo("RUNNING_LEAGUE");
  await first.close();
  const again = await open(folder);
  expect([again.league_id, await again.store.state()]).toEqual([first.league_id, "RUNNING_LEAGUE"]);
  await again.close();
  await again.archive();
  const next = await open(folder);
  expect(next.league_id).not.toBe(first.league_id);
  expect(await next.store.state()).toBe("WAITING_FOR_REGISTRATIONS");
  await next.close();
  expect(readdirSync(join(folder, "leagues"))).toEqual([`${first.league_id}.sqlite`]);
});

it("refuses a league that is over, and a second league before the first one is over", async () => {
  const folder = newFolder();
  const first = await open(folder, "spring");
  await first.close();
  await expect(open(folder, "summer")).rejects.toThrow(/holds league "spring", not "summer"/);
  await first.archive();
  await expect(open(folder, "spring")).rejects.toThrow(/"spring" has been played to its end already/);
});

it("opens a store in memory without a folder", async () => {
  const { league_id, store, close } = await open(null, "spring");
  expect([league_id, await store.state()]).toEqual(["spring", "WAITING_FOR_REGISTRATIONS"]);
  await close();
});

it("requires the id of a league that has several managers", async () => {
  const place = { kind: "postgres", url: "postgres://127.0.0.1:1/league" } as const;
  const opening = openSavedLeague({ place, leagueId: undefined, folder: null, onConnectionError: () => {} });
  await expect(opening).rejects.toThrow(
    /--league-id is missing; it must be given with a store in PostgreSQL/,
  );
});
