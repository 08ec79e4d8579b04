import { expect, it } from "vitest";
import type { Exchange } from "../../evidence/types.js";
import { indicatedRole } from "./role-signs.js";

const refused = (reply: object, status = 400): Exchange => ({ by: "us", request: {}, status, reply });
const error = (fields: object) => ({ protocol: "league.v2", message_type: "LEAGUE_ERROR", ...fields });

it.each([
  [{ error_message: "referee does not know GAME_INVITATION" }, "referee"],
  [{ error_message: "this player cannot take RUN_MATCH" }, "player"],
  [{ sender: "LEAGUE_MANAGER", error_message: "unknown" }, "manager"],
  [{ error_message: "the referee of the match is unknown" }, undefined],
])("a refusal with %j is evidence for the role %s", (fields, role) => {
  expect(indicatedRole([refused(error(fields))])).toBe(role);
});
