import { describe, expect, it } from "vitest";
import { serviceName, typeNamed } from "./service-name.js";

const types = ["GAME_INVITATION", "CHOOSE_PARITY_CALL", "GAME_OVER", "ROUND_ANNOUNCEMENT"];

it.each([
  ["/game/invitation", "GAME_INVITATION", undefined],
  ["/api/v1/invitations", "GAME_INVITATION", undefined],
  ["/mcp/matches/R1M1/choice", "CHOOSE_PARITY_CALL", "R1M1"],
  ["/api/matches/a%2F7/result", "GAME_OVER", "a/7"],
  ["invited", "GAME_INVITATION", undefined],
  ["finished", "GAME_OVER", undefined],
  ["/rounds/announce", "ROUND_ANNOUNCEMENT", undefined],
  ["/metrics", undefined, undefined],
  ["/", undefined, undefined],
  ["/matches/%E0%A4%A7/result", "GAME_OVER", undefined],
])("%s stands for %s of the match %s", (path, type, match_id) => {
  const read = serviceName(path);
  expect(typeNamed(read.name, types)).toBe(type);
  if (match_id !== undefined) expect(read.match_id).toBe(match_id);
});

describe("a described path", () => {
  it.each(["/matches/{match_id}/choice", "/matches/:matchId/choice", "/matches/<match_id>/choice"])(
    "%s has no placeholder in its name",
    (path) => expect(serviceName(path).name).toBe("match_choice"),
  );
});
