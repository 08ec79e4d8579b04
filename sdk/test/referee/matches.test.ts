/**
 * What a referee's author sees of its matches, and the times at which it waits for nothing (IS 3.2–3.3; contract 6). The messages on the
 * wire are checks of the conformance suite, which every agent of the SDK passes.
 */
import { beforeEach, describe, expect, it } from "vitest";
import type { Message } from "../peers/environment.js";
import { inTurn, type Step, silent } from "../peers/scripted-peer.js";
import type { ScriptedPlayer } from "../peers/scripted-player.js";
import { Refereed, refereed, refereePort } from "./refereed.js";

let platform: Refereed;
let a: ScriptedPlayer;
let b: ScriptedPlayer;

beforeEach(async () => {
  platform = await refereed();
  ({ a, b } = platform);
});

describe("the record of a match", () => {
  it("contains its states and the whole transcript, which is the log too, without tokens", async () => {
    b.script = { choose_parity: inTurn(b.chooses("EVEN"), b.chooses("odd")) };
    await platform.play();
    const [record] = platform.records;
    const ids = { match_id: "R1M1", player_A_id: "P01", player_B_id: "P02", referee_id: "REF01" };
    expect(record).toMatchObject({ ...ids, reported: true });
    const states = ["WAITING_FOR_PLAYERS", "COLLECTING_CHOICES", "DRAWING_NUMBER", "EVALUATING", "FINISHED"];
    expect(record?.states.map(({ state }) => state)).toEqual(states);
    const messages = (record?.transcript ?? []).map(
      ({ from, to, message }) => `${(message as Message).message_type} from ${from} to ${to}`,
    );
    expect(messages).toEqual([
      "GAME_INVITATION from referee:REF01 to P01",
      "GAME_INVITATION from referee:REF01 to P02",
      "GAME_JOIN_ACK from P01 to referee:REF01",
      "GAME_JOIN_ACK from P02 to referee:REF01",
      "CHOOSE_PARITY_CALL from referee:REF01 to P01",
      "CHOOSE_PARITY_CALL from referee:REF01 to P02",
      "CHOOSE_PARITY_RESPONSE from P01 to referee:REF01",
      "GAME_ERROR from referee:REF01 to P02",
      "CHOOSE_PARITY_CALL from referee:REF01 to P02",
      "CHOOSE_PARITY_RESPONSE from P02 to referee:REF01",
      "GAME_OVER from referee:REF01 to P01",
      "GAME_OVER from referee:REF01 to P02",
      "GAME_OVER_ACK from P01 to referee:REF01",
      "GAME_OVER_ACK from P02 to referee:REF01",
      "MATCH_RESULT_REPORT from referee:REF01 to league_manager",
      "MATCH_RESULT_ACK from league_manager to referee:REF01",
    ]);
    const { logged } = platform.environment;
    const lines = logged.filter(({ level, match_id }) => level === "info" && match_id === "R1M1");
    expect(
      lines.filter(({ message_type }) => message_type !== undefined).map(({ message }) => message),
    ).toEqual(messages);
    expect(lines.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        "starts P01 against P02 in round 1",
        "WAITING_FOR_PLAYERS → COLLECTING_CHOICES",
        record?.outcome.reason,
      ]),
    );
    const drawn = lines.findIndex(({ message }) => message.includes("EVALUATING"));
    expect(JSON.stringify(lines.slice(0, drawn))).not.toMatch(/"(even|odd)"/);
    expect(JSON.stringify([record, logged])).not.toContain("token-");
  });

  it("says that the manager has not acknowledged the report", async () => {
    platform.manager.script = { report_match_result: silent };
    await platform.play();
    expect(platform.records).toMatchObject([{ reported: false }]);
  });

  it("does not affect the match if onMatch fails", async () => {
    const failing = await refereed({
      onMatch: () => {
        throw new Error("disk full");
      },
    });
    for (const match_id of ["R1M1", "R1M2"]) await failing.play(match_id);
    expect(failing.environment.logged.some(({ message }) => message.includes("disk full"))).toBe(true);
  });
});

it("a direct match is logged", async () => {
  const player = (display_name: string, endpoint: string) => ({ display_name, version: "1.0.0", endpoint });
  const order = { match_id: "R1M1", player1: player("Alpha", a.url), player2: player("Beta", b.url) };
  await platform.environment.ask(refereePort, "run_match", order);
  const message = "starts Alpha against Beta, without a league";
  expect(platform.environment.logged).toContainEqual(expect.objectContaining({ level: "info", message }));
});

describe("an order", () => {
  it("before the registration is refused", async () => {
    const early = new Refereed();
    early.manager.script = { register_referee: silent };
    expect((await early.assign()).error).toMatchObject({ code: -32008, data: { error_code: "E008" } });
  });

  it("may lack league and game, as in RA: then the referee's values apply", async () => {
    const { league_id: _, game_type: __, ...order } = platform.order("R1M1");
    await platform.environment.ask(refereePort, "run_match", order);
    const own = { league_id: "league_by_hand", game_type: "even_odd" };
    expect(a.of("handle_game_invitation")[0]?.params).toMatchObject(own);
  });
});

it("an unreachable player may become reachable until its last retry, and gets no expired errors", async () => {
  b.disconnect();
  platform.environment.platform.clock.after(15_000, () => b.listen());
  expect((await platform.play()).status).not.toBe("TECHNICAL_LOSS");
  const invited = b.times("handle_game_invitation")[0] ?? 0;
  for (const time of b.times("notify_game_error")) expect(time).toBeLessThanOrEqual(invited);
});

it("a player learns neither the wrong answer of its opponent nor its address", async () => {
  b.script = { choose_parity: () => ({ status: 500, body: "Traceback: the secret token is 4711" }) };
  await platform.play();
  expect(JSON.stringify(a.received)).not.toMatch(/Traceback|4711|8102|127\.0\.0\.1/);
});

it("the standings of a round are queried once, in the background; until then they are zero", async () => {
  platform.manager.script = { league_query: silent };
  for (const match_id of ["R1M1", "R1M2"]) await platform.assign(match_id);
  await platform.environment.until(1_000);
  expect(platform.manager.of("league_query")).toHaveLength(1);
  expect(platform.manager.reports).toHaveLength(2);
  const your_standings = { wins: 0, draws: 0, losses: 0, points: 0 };
  expect(a.of("choose_parity")[0]?.params.context).toMatchObject({ your_standings });
});

describe("no timer is left", () => {
  const pending = () => platform.environment.platform.clock.pending;

  it("by a match with late answers", async () => {
    a.script = {
      handle_game_invitation: inTurn(silent, a.joins()),
      choose_parity: inTurn(silent, a.chooses("odd")),
    };
    b.script = { handle_game_invitation: b.late(300, b.joins()) };
    await platform.play();
    expect(pending()).toBe(0);
  });

  it("by a declined match as soon as the other player has answered", async () => {
    a.script = { handle_game_invitation: a.joins({ accept: false }) };
    await platform.assign();
    await platform.environment.until(platform.environment.now);
    expect(platform.manager.reports).toHaveLength(1);
    expect(pending()).toBe(0);
  });

  it("by closing, which ends all matches without a message", async () => {
    a.script = { handle_game_invitation: silent };
    b.script = { choose_parity: silent };
    for (const match_id of ["R1M1", "R1M2", "R1M3"]) await platform.assign(match_id);
    await platform.environment.until(3_000);
    const [before] = [a.received.length];
    await platform.referee.close();
    await platform.environment.until(200_000);
    expect([a.received.length, platform.manager.reports.length, pending()]).toEqual([before, 0, 0]);
  });
});

describe("a restarted referee", () => {
  const results = () => platform.manager.reports.map(({ params }) => params.result);
  /** It crashes 2 s after the order, in the report or in a choice. */
  async function crashIn(phase: "report" | "choice", match_id = "R1M1"): Promise<void> {
    if (phase === "report") platform.manager.script = { report_match_result: silent };
    else a.script = { choose_parity: silent };
    await platform.assign(match_id);
    await platform.environment.until(platform.environment.now + 2_000);
    await platform.crash();
    platform.manager.script = {};
    a.script = {};
  }

  it("reports finished matches from its journal, and does not play them again", async () => {
    await crashIn("report");
    expect([...platform.journal.kept.keys()]).toEqual(["R1M1"]);
    expect(JSON.stringify([...platform.journal.kept.values()])).not.toContain("token-");
    await platform.restart();
    await platform.environment.until(60_000);
    await platform.assign();
    await platform.environment.until(120_000);
    expect(platform.manager.of("register_referee")).toHaveLength(1);
    expect(platform.journal.kept.size).toBe(0);
    expect(a.of("handle_game_invitation")).toHaveLength(1);
    const [first, ...others] = results();
    expect(others).toEqual([first, first]);
    expect(platform.records).toMatchObject([{ match_id: "R1M1", reported: true, referee_id: "REF01" }]);
  });

  it("plays unfinished matches again without an order, unless they are too old", async () => {
    await crashIn("choice");
    await platform.restart();
    await platform.environment.until(60_000);
    expect([results().length, a.of("handle_game_invitation").length]).toEqual([1, 2]);
    await crashIn("choice", "R2M1");
    await platform.environment.until(3_600_000);
    await platform.restart();
    await platform.environment.until(3_700_000);
    expect(results()).toHaveLength(1);
  });

  it("sends no message of its matches to a league that refuses its registration", async () => {
    await crashIn("report");
    const refuse: Step = () => ({ error: { code: -32012, message: "INVALID_TOKEN" } });
    const register = platform.manager.accepts({ referee_id: "REF07", auth_token: "another-token" });
    platform.manager.script = {
      register_referee: register,
      league_query: refuse,
      report_match_result: silent,
    };
    await platform.restart();
    await platform.environment.until(120_000);
    const tokens = platform.manager.reports.map(({ params }) => params.auth_token);
    expect(tokens).not.toContain("another-token");
    expect(platform.journal.kept.size).toBe(0);
  });

  it("does not keep a report that the league manager has refused", async () => {
    platform.manager.script = {
      report_match_result: () => ({ error: { code: -32007, message: "DUPLICATE_RESULT" } }),
    };
    await platform.play();
    expect(platform.journal.kept.size).toBe(0);
  });
});
