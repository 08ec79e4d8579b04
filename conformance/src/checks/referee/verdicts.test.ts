/** Verdicts on referees with one fault: the checks of its clause find it, and others do not report it. */
import { expect, test } from "vitest";
import type { JsonObject } from "../../json/scan.js";
import { all, changeCall, parse } from "../../mutants/fault-injection.js";
import { tryMutant, tryReference } from "../../self-test/trial.js";
import { deadlineOf } from "../../time/protocol-deadlines.js";
import { loadChecks } from "../registry.js";

async function judged(ids: readonly string[], inject: () => ReturnType<typeof all>, wire = "canonical") {
  const checks = (await loadChecks()).filter(({ check }) => ids.includes(check.id));
  expect(checks.map(({ check }) => check.id).toSorted()).toEqual(ids.toSorted());
  const mutant = { id: "referee:habit", fault: "", inject } as const;
  const results = await tryMutant(mutant, "referee", { seed: 1, wire, checks });
  return ids.map((id) => results.get(id));
}

async function verdicts(...given: Parameters<typeof judged>) {
  const results = await judged(...given);
  return Object.fromEntries(results.map((result) => [result?.id, result?.verdict]));
}

const choicesWith = (change: (choice: unknown) => unknown) => (choices: unknown) =>
  Object.fromEntries(
    Object.entries(choices as JsonObject).map(([player, choice]) => [player, change(choice)]),
  );

/** Changes the choices in all messages of the referee. */
function choosing(change: (choice: unknown) => unknown) {
  const changed = choicesWith(change);
  return all(
    changeCall("GAME_OVER", (message) => {
      const result = message.game_result as JsonObject;
      return { ...message, game_result: { ...result, choices: changed(result.choices) } };
    }),
    changeCall("MATCH_RESULT_REPORT", (message) => {
      const result = message.result as JsonObject;
      const details = result.details as JsonObject;
      return {
        ...message,
        result: { ...result, details: { ...details, choices: changed(details.choices) } },
      };
    }),
  );
}

const failing = [
  "referee/choice/loses-by-silence",
  "referee/choice/b-loses-by-silence",
  "referee/choice/counts-even-and-odd-only",
];

test("another word for a missing choice is no published choice, and breaks at most a SHOULD", async () => {
  const ids = [...failing, "referee/over/null-where-nothing-was"];
  const found = await verdicts(ids, () => choosing((choice) => choice ?? "NO_RESPONSE"));
  expect(found).toEqual({
    ...Object.fromEntries(failing.map((id) => [id, "pass"])),
    "referee/over/null-where-nothing-was": "warn",
  });
});

test("an invented choice for a player without one is reported", async () => {
  const found = await verdicts(failing, () => choosing((choice) => choice ?? "EVEN"));
  expect(found).toEqual(Object.fromEntries(failing.map((id) => [id, "fail"])));
});

test("reports that name no choice and the number 0 fail their own clauses, and none about several matches", async () => {
  const apart = [
    "referee/parallel/keeps-matches-apart",
    "referee/parallel/same-players-again",
    "referee/session/random-sequences",
  ];
  const own = [
    "referee/draw/draws-in-range",
    "referee/draw/publishes-what-was-sent",
    "referee/report/says-what-game-over-said",
  ];
  const found = await verdicts([...apart, ...own], () =>
    changeCall("MATCH_RESULT_REPORT", (message) => {
      const details = { drawn_number: 0, choices: {} };
      return { ...message, result: { ...(message.result as JsonObject), details } };
    }),
  );
  expect(found).toEqual({
    ...Object.fromEntries(apart.map((id) => [id, "pass"])),
    ...Object.fromEntries(own.map((id) => [id, "fail"])),
  });
});

test("in another form a referee may use other names of choices, add points, and name a draw as the winner", async () => {
  const ids = [
    "referee/draw/publishes-what-was-sent",
    "referee/over/tells-both-once",
    "referee/parallel/keeps-matches-apart",
    "referee/session/random-sequences",
  ];
  let points = 0;
  const words = () =>
    all(
      changeCall("GAME_OVER", (message) => {
        const { choices, ...result } = message.game_result as JsonObject;
        points += 1;
        return { ...message, game_result: { ...result, player_choices: choices, points_awarded: points } };
      }),
      changeCall("MATCH_RESULT_REPORT", (message) => {
        const result = message.result as JsonObject;
        return { ...message, result: { ...result, winner: result.winner ?? "DRAW" } };
      }),
    );
  const found = await verdicts(ids, words, "start-match");
  expect(found).toEqual(Object.fromEntries(ids.map((id) => [id, "pass"])));
});

test("a referee that invents the choices fails the clause about choices, not those about joins and matches", async () => {
  const ids = ["referee/join/waits-for-the-deadline", "referee/parallel/keeps-matches-apart"];
  const results = await judged(ids, () => choosing(() => "even"));
  expect(results.map((result) => [result?.id, result?.verdict, result?.clause])).toEqual(
    ids.map((id) => [id, "fail", ["REF-DRAW-06"]]),
  );
});

test("a referee that answers RUN_MATCH after the match exceeds the deadline by more than any margin", async () => {
  const [result] = await judged(["referee/assignment/acknowledges-at-once"], () => {
    const reported = Promise.withResolvers<void>();
    return all(
      changeCall("MATCH_RESULT_REPORT", () => {
        reported.resolve();
        return undefined;
      }),
      {
        handler: (inner) => async (http) => {
          const reply = await inner(http);
          if (parse(http.body)?.method === "run_match") await reported.promise;
          return reply;
        },
      },
    );
  });
  const { verdict, diagnosis = "" } = result ?? {};
  expect(verdict).toBe("warn");
  const late_ms = Number(/took (\d+) ms/.exec(diagnosis)?.[1]);
  expect(late_ms, diagnosis).toBeGreaterThanOrEqual(deadlineOf("GAME_INVITATION") / 2);
});

test("the transcript ends with the probability of finding a referee that accepts one particular word", async () => {
  const id = "referee/choice/counts-even-and-odd-only";
  const checks = (await loadChecks()).filter(({ check }) => check.id === id);
  const results = await tryReference("referee", { seed: 1, wire: "canonical", checks, transcripts: true });
  expect(results.get(id)?.transcript?.at(-1)?.note).toMatch(
    /^(\d+) of \1 wrong choices were tried: .* with a probability of 100 %$/,
  );
});
