/** The leagues of the viewer's tests: saved by a command, recorded by a tap, joined over HTTP, or read from a store. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { createLeagueManager, createPlayer, createReferee, type RunningAgent } from "@league-v2/sdk";
import { type Served, serve } from "@league-v2/sdk/node";
import { pageWith, type ViewerEvent } from "@league-v2/viewer";
import viewer from "@league-v2/viewer/page";
import { expect } from "vitest";
import { freePort } from "../../../tools/gate/free-port.js";
import { startHere } from "../../src/cli/cli-context.fixture.js";

/** Plays one league with a tap in front of a player. @returns the labels of the messages */
export async function tappedLeague(folder: string) {
  const port = await freePort();
  const tap = startHere(`tap --target http://127.0.0.1:${port}/mcp --html tap.html`, { folder });
  const [endpoint] = await tap.line(/(?<=listens on )\S+/);
  const league = await serve(createLeagueManager({ players: 2, referees: 1 }), { closeOnSignal: false });
  const options = { league: league.url, closeOnSignal: false };
  const agents = await Promise.all([
    serve(createReferee({ displayName: "Whistle" }), options),
    serve(createPlayer({ displayName: "Heard", choose: () => "even" }), { ...options, port, endpoint }),
    serve(createPlayer({ displayName: "Unheard", choose: () => "odd" }), options),
  ]);
  await league.agent.ended;
  await Promise.all([league, ...agents].map(({ close }) => close()));
  tap.signal("SIGTERM");
  expect(await tap.ended).toMatchObject({ code: 0 });
  const types = tap.context.printed.flatMap((line) => /^[A-Z_]+(?= \()/.exec(line) ?? []);
  return types.map(inWords);
}

/** `GAME_OVER`: `Game over`. */
function inWords(type: string): string {
  return type.charAt(0) + type.slice(1).toLowerCase().replaceAll("_", " ");
}

/** A player whose choices in the second round wait for the gate. */
export async function joinLeague(league: string, gate: Promise<void>): Promise<Served<RunningAgent>[]> {
  const referee = createReferee({ displayName: "Whistle" });
  const players = ["A", "B", "C", "D"].map((displayName) =>
    createPlayer({
      displayName,
      choose: async ({ match_id, random }) => {
        if (match_id.startsWith("R2")) await gate;
        return random.below(2) === 0 ? "even" : "odd";
      },
    }),
  );
  return Promise.all([referee, ...players].map((agent) => serve(agent, { league, closeOnSignal: false })));
}

export interface StoredLeague {
  /** The rows of the players, the champion first. */
  readonly points: readonly (readonly [player_id: string, points: number])[];
  /** Match id, outcome for player A, drawn number, outcome for player B. */
  readonly matches: readonly (readonly string[])[];
}

/** @param data folder of a manager that has ended */
export function storedLeague(data: string): StoredLeague {
  const read = (...path: string[]) => JSON.parse(readFileSync(join(data, ...path), "utf8"));
  const { league_id, standings } = read("standings.json");
  const { rounds } = read("rounds.json") as {
    readonly rounds: readonly { readonly matches: readonly Match[] }[];
  };
  return {
    points: standings.map(({ player_id, points }: { player_id: string; points: number }) => [
      player_id,
      points,
    ]),
    matches: rounds.flatMap(({ matches }) =>
      matches.map(({ match_id, player_A_id, player_B_id, winner }) => {
        const { drawn_number } = read("matches", league_id, `${match_id}.json`);
        const letters = [player_A_id, player_B_id].map((id) =>
          winner === null ? "D" : winner === id ? "W" : "L",
        );
        return [match_id, letters[0] ?? "", String(drawn_number), letters[1] ?? ""];
      }),
    ),
  };
}

interface Match {
  readonly match_id: string;
  readonly player_A_id: string;
  readonly player_B_id: string;
  readonly winner: string | null;
}

/** A league that had so many players that the document of its page has the visible rows only, and no matches. */
export function longLeague(players: number): ViewerEvent[] {
  const ids = Array.from({ length: players }, (_, index) => `P${String(index + 1).padStart(2, "0")}`);
  const head = {
    league_id: "long",
    managers: ["http://127.0.0.1:8000/mcp"],
    clock: "simulated",
    seed: 7,
  } as const;
  return [
    { at: 0, type: "league_opened", ...head },
    ...ids.map((id, index): ViewerEvent => {
      const card = { display_name: `Player ${index + 1}`, endpoint: `http://127.0.0.1:${8101 + index}/mcp` };
      return {
        at: index,
        type: "member_registered",
        member: { role: "player", id, version: "1.0.0", ...card },
      };
    }),
    { at: players, type: "league_completed", champion_id: "P01" },
  ];
}

/** @returns the address of a page with the events. */
export async function savedPage(file: string, events: readonly ViewerEvent[]): Promise<string> {
  writeFileSync(file, await pageWith(viewer, events));
  return pathToFileURL(file).href;
}

/** The events inside of a saved page, as text. */
export function eventsIn(html: string): string {
  const [, packed = ""] = /<script type="text\/plain" id="events">([^<]*)</.exec(html) ?? [];
  return gunzipSync(Buffer.from(packed, "base64")).toString("utf8");
}
