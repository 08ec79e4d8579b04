/** The random choices of a service: paths, names, wrappers, errors and descriptions of itself. */
import type { Random } from "../../../src/index.js";
import type { Body } from "./wild-player.js";

export interface ServiceForm {
  /** A path for each message, resources with the id of the match in the path, or events at one path. */
  readonly places: "paths" | "resources" | "events";
  readonly prefix: string;
  readonly joint: string;
  readonly invite: readonly string[];
  readonly choose: readonly string[];
  readonly over: readonly string[];
  readonly start: readonly string[];
  readonly report: readonly string[];
  readonly register: string;
  readonly match: string;
  readonly opponent: string;
  readonly camel: boolean;
  readonly numbers: boolean;
  readonly wrapper: string | undefined;
  readonly joined: Body;
  readonly choice: string;
  readonly winner: string;
  readonly draw: "null" | "word" | "flag";
  readonly sides: "list" | "objects" | "flat";
  readonly side: readonly [string, string];
  readonly id: string;
  readonly url: string;
  readonly describes: "openapi" | "index" | "nothing";
  readonly errors: "detail" | "field" | "required" | "quoted";
  readonly waits: boolean;
}

export function randomService(random: Random): ServiceForm {
  const one = <T>(...all: readonly T[]): T => all[random.below(all.length)] as T;
  return {
    places: one("paths", "paths", "resources", "events"),
    prefix: one("", "", "/api", "/api/v1", "/v1"),
    joint: one("_", "-", "/"),
    invite: one(
      ["game", "invitation"],
      ["invitation"],
      ["invite"],
      ["match", "invite"],
      ["game", "join"],
      ["join"],
    ),
    choose: one(
      ["choose", "parity"],
      ["choice"],
      ["choose"],
      ["game", "choice"],
      ["make", "choice"],
      ["move"],
    ),
    over: one(
      ["game", "over"],
      ["result"],
      ["match", "result"],
      ["game", "result"],
      ["match", "end"],
      ["finish"],
    ),
    start: one(["run", "match"], ["start", "match"], ["match", "start"], ["matches"], ["play"], ["games"]),
    report: one(["match", "result"], ["results"], ["report"], ["report", "result"]),
    register: one("/register_{role}", "/register/{role}", "/{role}s", "/{role}s/register", "/join/{role}"),
    match: one("match_id", "match_id", "game_id", "match"),
    opponent: one("opponent_id", "opponent", "rival", "opponent_name"),
    camel: one(true, false, false),
    numbers: one(true, false, false, false),
    wrapper: one(undefined, undefined, "data", "result"),
    joined: one<Body>(
      { accepted: true },
      { status: "accepted" },
      { accept: true },
      { joined: true },
      { status: "ok" },
    ),
    choice: one("choice", "parity", "pick", "decision", "parity_choice"),
    winner: one("winner", "winner_id"),
    draw: one("null", "word", "flag"),
    sides: one("list", "objects", "flat"),
    side: one(["player_a", "player_b"], ["player1", "player2"]),
    id: one("id", "player_id"),
    url: one("endpoint", "url", "callback_url"),
    describes: one("openapi", "index", "nothing"),
    errors: one("detail", "field", "required", "quoted"),
    waits: one(true, false),
  };
}
