import { describe, expect, it } from "vitest";
import { lintProfile } from "../form/lint.js";
import { snake, spellingOf, withContractNames, withSpelling } from "./spelling.js";
import { writeTimes } from "./times.js";

const camel = { messageType: "RUN_MATCH", timestamp: 1_795_446_195_960, playerAId: "P01", matchId: "R1M1" };
const plain = {
  message_type: "RUN_MATCH",
  timestamp: "2026-11-23T15:03:15.960Z",
  player_A_id: "P01",
  match_id: "R1M1",
};

describe("names that are spelled otherwise", () => {
  it("are converted to the contract's spelling, and back", () => {
    const spelling = spellingOf({ method: "run_match", params: camel });
    expect(spelling).toEqual({ members: "camel", times: "unix_ms" });
    expect(withContractNames(camel)).toEqual(plain);
    expect(withSpelling(plain, spelling ?? { members: "kebab" })).toEqual(camel);
  });

  it.each([
    ["the contract's own", { message_type: "GAME_INVITATION", timestamp: 5 }],
    ["no message", { params: { matchId: "R1M1" } }],
    ["no object", "GameInvitation"],
  ])("are not found in %s", (_, body) => expect(spellingOf(body)).toBeUndefined());

  it.each([
    [
      "kebab",
      { "message-type": "RUN_MATCH", "match-id": "R1M1", "player-A-id": "P01", score: { "player-2": 0 } },
    ],
    ["pascal", { MessageType: "RUN_MATCH", MatchId: "R1M1", PlayerAId: "P01", Score: { P01: 3 } }],
  ] as const)(
    "are written and read in the style %s, and the names of JSON-RPC and ids stay",
    (members, own) => {
      const call = { jsonrpc: "2.0", method: "run_match", params: own };
      expect(spellingOf(call)).toEqual({ members });
      const read = withContractNames(own) as object;
      const ids = "Score" in own ? own.Score : own.score;
      expect(read).toMatchObject({ message_type: "RUN_MATCH", player_A_id: "P01", score: ids });
      expect(withSpelling(withContractNames(call), { members })).toEqual(call);
      const content = (text: object) => ({ content: [{ type: "text", text: JSON.stringify(text) }] });
      expect(withSpelling(content(read), { members })).toEqual(content(own));
    },
  );

  it.each(["seconds", "offset", "offset_seconds"] as const)("have times in the style %s", (times) => {
    const own = { messageType: "RUN_MATCH", timestamp: "2026-11-23T15:03:15.960Z" };
    writeTimes(own, times);
    expect(spellingOf(own)).toEqual({ members: "camel", times });
    expect(withSpelling(withContractNames(own), { members: "camel", times })).toEqual(own);
  });

  it("that begin with one letter are converted in all spellings", () => {
    for (const name of ["MUuid", "mUuid", "m-uuid", "m_uuid"])
      expect(snake(name)).toBe(name === "m-uuid" ? name : "m_uuid");
  });

  it("ids that are names of members are unchanged", () => {
    const score = { score: { P01: 3, "player-2": 0 } };
    expect(withSpelling(score, { members: "camel" })).toEqual(score);
  });
});

it("all spellings pass the lint", () => {
  const document = { name: "own", title: "Own", description: "Own.", extends: "loose" };
  const faults = (spelling: unknown) => lintProfile({ ...document, spelling }).map(({ pointer }) => pointer);
  expect(faults({ members: "camel", times: "unix" })).toEqual([]);
  expect(faults({ members: "kebab" })).toEqual([]);
  expect(faults({ members: "capitals" })).toEqual(["/spelling/members"]);
  expect(faults("camel")).toEqual(["/spelling"]);
});
