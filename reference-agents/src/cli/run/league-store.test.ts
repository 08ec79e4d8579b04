import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@league-v2/sdk";
import { describe, expect, it } from "vitest";
import { enrol, rounds, won } from "../../../../sdk/src/testing/contract-tests/samples.js";
import { newFolder } from "../../../../tools/gate/temporary-folder.js";
import { leagueFiles, WriteBehind } from "../../files/index.js";
import { follow, replay } from "../../league/follow.js";
import { storePlace } from "../../store/store-place.js";
import { openSavedLeague } from "./league-store.js";

const damages: string[] = [];
const setting = {
  onConnectionError: () => {},
  onDamage: (message: string) => void damages.push(message),
  clock: systemClock,
};
const open = (folder: string | null, leagueId?: string) =>
  openSavedLeague({ ...setting, place: undefined, leagueId, folder });

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

it("requires the id of a league that has several managers", async () => {
  const place = { kind: "postgres", url: "postgres://127.0.0.1:1/league" } as const;
  const opening = openSavedLeague({ ...setting, place, leagueId: undefined, folder: null });
  await expect(opening).rejects.toThrow(
    /--league-id is missing; it must be given with a store in PostgreSQL/,
  );
});

describe("a damaged league.sqlite", () => {
  /** A league with its JSON files, closed. */
  async function played() {
    const folder = newFolder();
    const { league_id, store, savedMembers, close } = await open(folder, "spring");
    await enrol(store, ["P01", "P02", "REF01"]);
    await store.addToken("P01", "second token");
    await store.begin(() => ({ rounds }));
    await store.record(won);
    const files = new WriteBehind();
    const following = follow(league_id, [leagueFiles(folder, files, savedMembers)]);
    await replay({ store, ...following });
    await files.drain();
    await close();
    return { folder, file: join(folder, "league.sqlite") };
  }

  const everything = async ({ store }: Awaited<ReturnType<typeof open>>) => [
    await store.state(),
    await store.members("player"),
    await store.members("referee"),
    await store.schedule(),
    await store.result("R1M1"),
    await store.tallies(),
    await store.completedRound(),
    await store.holdsToken("P01", "token-of-P01"),
    await store.holdsToken("P01", "second token"),
    await store.holdsToken("P01", "token-of-P02"),
  ];

  it.each([
    ["that is no database", (bytes: Buffer) => Buffer.alloc(bytes.length, 7), /is not a SQLite database/],
    ["with wrong pages", (bytes: Buffer) => bytes.fill(7, 4096 * 2), /is damaged/],
  ])("%s is written again from the JSON files beside it", async (_what, damage, why) => {
    const { folder, file } = await played();
    const before = await open(folder);
    const expected = await everything(before);
    await before.close();
    expect(statSync(join(folder, "members.json")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "members.json"), "utf8")).not.toContain("token of");
    const bytes = damage(readFileSync(file));
    writeFileSync(file, bytes);

    damages.length = 0;
    const again = await open(folder);
    expect(again.league_id).toBe("spring");
    expect(await everything(again)).toEqual(expected);
    await again.close();
    expect(damages).toEqual([
      expect.stringMatching(why),
      expect.stringMatching(
        /^recovered 3 members and 1 result; the damaged file is .*league\.sqlite\.damaged-\d+$/,
      ),
    ]);
    const [, kept = ""] = /is (\S+)$/.exec(damages[1] ?? "") ?? [];
    expect(readFileSync(kept).equals(bytes)).toBe(true);
  });

  it("without the files is an error with advice that applies, and stays as it is", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "league.sqlite"), "no database ".repeat(1000));
    await expect(open(folder)).rejects.toMatchObject({
      name: "DATA_INIT_FAILED",
      message: expect.stringMatching(
        /is not a SQLite database, and cannot be recovered: members\.json has no league/,
      ),
      hint: expect.stringMatching(/^Move it away/),
    });
    expect(readFileSync(join(folder, "league.sqlite"), "utf8")).toContain("no database");
  });
});

it.each([
  ["memory", { kind: "memory" }],
  ["sqlite:./league.sqlite", { kind: "sqlite", file: "./league.sqlite" }],
  ["sqlite:C:\\data\\league.sqlite", { kind: "sqlite", file: "C:\\data\\league.sqlite" }],
  [
    "postgres://u:p@host:5432/db?sslmode=require",
    { kind: "postgres", url: "postgres://u:p@host:5432/db?sslmode=require" },
  ],
  ["postgresql://host/db", { kind: "postgres", url: "postgresql://host/db" }],
  ["sqlite:", null],
  ["sqlite", null],
  ["mysql://host/db", null],
  ["postgres:host", null],
  ["", null],
])("the place of a store, as a user writes it: %s", (written, place) => {
  expect(storePlace(written)).toEqual(place);
});
