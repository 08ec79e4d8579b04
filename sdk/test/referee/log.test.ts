/** The log of a referee and the history of its states (IS 3.2.2, 3.3; RA 4.2). */
import { expect, it } from "vitest";
import { refereed } from "./refereed.js";

const entry = (message: string) => expect.objectContaining({ level: "info", message, match_id: "R1M1" });

it("logs the start of a match, its messages, its transitions and its outcome at info", async () => {
  const platform = await refereed();
  await platform.play();
  const { logged } = platform.environment;
  const lines = logged.filter(({ level, match_id }) => level === "info" && match_id === "R1M1");
  expect(lines.map(({ message }) => message)).toEqual([
    "starts P01 against P02 in round 1",
    "GAME_INVITATION from referee:REF01 to P01",
    "GAME_INVITATION from referee:REF01 to P02",
    "GAME_JOIN_ACK from P01 to referee:REF01",
    "GAME_JOIN_ACK from P02 to referee:REF01",
    "WAITING_FOR_PLAYERS → COLLECTING_CHOICES",
    "CHOOSE_PARITY_CALL from referee:REF01 to P01",
    "CHOOSE_PARITY_CALL from referee:REF01 to P02",
    "CHOOSE_PARITY_RESPONSE from P01 to referee:REF01",
    "CHOOSE_PARITY_RESPONSE from P02 to referee:REF01",
    "COLLECTING_CHOICES → DRAWING_NUMBER",
    "DRAWING_NUMBER → EVALUATING",
    "EVALUATING → FINISHED",
    platform.records[0]?.outcome.reason,
    "GAME_OVER from referee:REF01 to P01",
    "GAME_OVER from referee:REF01 to P02",
    "GAME_OVER_ACK from P01 to referee:REF01",
    "GAME_OVER_ACK from P02 to referee:REF01",
    "MATCH_RESULT_REPORT from referee:REF01 to league_manager",
    "MATCH_RESULT_ACK from league_manager to referee:REF01",
  ]);
  const untilDrawn = lines.slice(
    0,
    lines.findIndex(({ message }) => message.includes("EVALUATING")),
  );
  expect(JSON.stringify(untilDrawn)).not.toMatch(/"(even|odd)"/);
  expect(lines[1]).toMatchObject({
    message_type: "GAME_INVITATION",
    conversation_id: expect.stringMatching(/^conv-R1M1/),
  });
  expect(lines[5]).toMatchObject({
    data: { from_state: "WAITING_FOR_PLAYERS", to_state: "COLLECTING_CHOICES" },
  });
});

it("logs a direct match too", async () => {
  const platform = await refereed();
  const { environment, a, b } = platform;
  const player = (display_name: string, endpoint: string) => ({ display_name, version: "1.0.0", endpoint });
  const order = { match_id: "R1M1", player1: player("Alpha", a.url), player2: player("Beta", b.url) };
  await environment.run(environment.ask(8001, "run_match", order));
  expect(environment.logged).toContainEqual(entry("starts Alpha against Beta, without a league"));
});

it("keeps the states of a match with their times", async () => {
  const platform = await refereed();
  platform.a.script = { choice: () => new Promise(() => {}) };
  await platform.play();
  const [record] = platform.records;
  const [first, second, third] = record?.states ?? [];
  expect(record?.states.map(({ state }) => state)).toEqual([
    "WAITING_FOR_PLAYERS",
    "COLLECTING_CHOICES",
    "ABORTED",
  ]);
  expect(Date.parse(second?.at ?? "") - Date.parse(first?.at ?? "")).toBe(0);
  // Four times 30 s, and three pauses of 2 s.
  expect(Date.parse(third?.at ?? "") - Date.parse(second?.at ?? "")).toBe(126_000);
});
