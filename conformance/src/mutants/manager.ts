/** Faults of what a league manager stores: another schedule, results that it counts again, otherwise, or no more. */
import {
  countMatch,
  emptyTally,
  MemoryStore,
  type Pairing,
  type RecordedResult,
  type Recording,
  type Store,
  type Tally,
} from "@league-v2/sdk/store";
import { protocol } from "../contract.js";
import { isObject } from "../json.js";
import { referenceAgent, remembered } from "../subject/reference-agent.js";
import { changedRequests } from "./fault-injection.js";
import type { Mutant } from "./mutant.js";

/**
 * The reference manager whose store has these methods in place of its own.
 * @param isLater from its second start on
 */
function withStore(change: (inner: Store) => Partial<Store>, isLater = false): NonNullable<Mutant["agent"]> {
  return (launch, role, memory) => {
    const inner = remembered(memory, "store", () => new MemoryStore());
    const changes = isLater && launch.after === undefined ? {} : change(inner);
    const store = new Proxy<Store>(inner, {
      get(target, key) {
        const value: unknown = Reflect.get(changes, key) ?? Reflect.get(target, key);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    return referenceAgent(role, undefined, { store })(launch, memory);
  };
}

/** The tally with these results, too. */
function counted(tally: Tally, results: readonly RecordedResult[]): Tally {
  return results
    .filter(({ score }) => tally.player_id in score)
    .reduce(
      (sum, { winner, score }) => countMatch(sum, { winner, points: new Map(Object.entries(score)) }),
      tally,
    );
}

/** Tables of these results in addition to the store's, or in place of them. */
function tables(
  inner: Store,
  results: () => Promise<readonly RecordedResult[]> | readonly RecordedResult[],
  isInstead = false,
): Pick<Store, "tallies"> {
  return {
    tallies: async () => {
      const counts = await results();
      const rows = await inner.tallies();
      return rows.map((row) =>
        counted(isInstead ? emptyTally(row.player_id, row.display_name) : row, counts),
      );
    },
  };
}

/** The results that are recorded now. */
async function resultsOf(store: Store): Promise<RecordedResult[]> {
  const matches = (await store.schedule()).flatMap((round) => round.matches);
  const results = await Promise.all(matches.map(({ match_id }) => store.result(match_id)));
  return results.filter((result) => result !== null);
}

/** Counts a result that the store has not recorded, and acknowledges it. */
function countsAgain(
  isCounted: (outcome: Recording, result: RecordedResult, inner: Store) => boolean | Promise<boolean>,
): NonNullable<Mutant["agent"]> {
  return withStore((inner) => {
    const extra: RecordedResult[] = [];
    return {
      ...tables(inner, () => extra),
      record: async (result) => {
        const outcome = await inner.record(result);
        if (!(await isCounted(outcome, result, inner))) return outcome;
        extra.push(result);
        return "repeated";
      },
    };
  });
}

/** Takes any score of a report: the store gets a possible one, and the tables are made of the reported ones. */
const takesAnyScore: NonNullable<Mutant["agent"]> = (launch, role, memory) => {
  const reported = new Map<unknown, RecordedResult["score"]>();
  const withReported = (result: RecordedResult) => ({
    ...result,
    score: reported.get(result.match_id) ?? result.score,
  });
  const manager = withStore((inner) =>
    tables(inner, async () => (await resultsOf(inner)).map(withReported), true),
  )(launch, role, memory);
  const withPossible = changedRequests("MATCH_RESULT_REPORT", (report) => {
    const { result } = report;
    if (!isObject(result) || !isObject(result.details) || !isObject(result.details.choices)) return undefined;
    const { winner, score } = result;
    const { win, draw, loss } = protocol.points;
    const pointsOf = (id: string) => (winner === null ? draw : id === winner ? win : loss);
    const players = Object.keys(result.details.choices);
    reported.set(report.match_id, score as RecordedResult["score"]);
    return {
      ...report,
      result: { ...result, score: Object.fromEntries(players.map((id) => [id, pointsOf(id)])) },
    };
  });
  return {
    ...manager,
    connect: (link) => {
      const running = manager.connect(link);
      return { ...running, handle: withPossible(running.handle) };
    },
  };
};

/** @param deal the matches of the reference manager, in order, with other rounds, players or ids */
function schedules(
  deal: (matches: readonly Pairing[], players: number) => readonly Pairing[],
): NonNullable<Mutant["agent"]> {
  return withStore((inner) => ({
    begin: (draw) =>
      inner.begin((members) => {
        const drawn = draw(members);
        if ("refusal" in drawn) return drawn;
        const before = drawn.rounds.flatMap(({ matches }) => matches);
        const dealt = deal(before, members.filter(({ role }) => role === "player").length);
        const ids = [...new Set(dealt.map(({ round_id }) => round_id))];
        return {
          rounds: ids.map((id) => ({
            round_id: id,
            matches: dealt.filter(({ round_id }) => round_id === id),
          })),
        };
      }),
  }));
}

/** The same matches in rounds of this size, in this order. */
function inRoundsOf(size: number, matches: readonly Pairing[]): Pairing[] {
  return matches.map((match, index) => {
    const round_id = Math.floor(index / size) + 1;
    return { ...match, round_id, match_id: `R${round_id}M${(index % size) + 1}` };
  });
}

function wonByTheFirst(result: RecordedResult): RecordedResult {
  const [winner = "", loser = ""] = Object.keys(result.score);
  const { win, loss } = protocol.points;
  return { ...result, status: "WIN", winner, score: { [winner]: win, [loser]: loss } };
}

const pair = ({ player_A_id, player_B_id }: Pairing) => [player_A_id, player_B_id].toSorted();

export const managerMutants: readonly Mutant[] = [
  {
    id: "manager:odd-one-never-plays",
    fault: "Loses the matches of the last player when the number of players is odd.",
    breaks: ["LM-SCHED-01"],
    agent: schedules((matches, players) =>
      matches.filter((match) => players % 2 === 0 || !pair(match).includes(`P0${players}`)),
    ),
  },
  {
    id: "manager:skips-a-pair",
    fault: "Schedules the matches of the first round twice, and those of the second never.",
    breaks: ["LM-SCHED-01"],
    agent: schedules((matches) =>
      matches.map((match) => {
        const [first] = matches.filter(({ match_id }) => match_id === match.match_id.replace("R2", "R1"));
        const { player_A_id, player_B_id } = first ?? match;
        return { ...match, player_A_id, player_B_id };
      }),
    ),
  },
  {
    id: "manager:player-twice-in-a-round",
    fault: "Schedules the same player twice in one round.",
    breaks: ["LM-SCHED-02"],
    agent: schedules((matches, players) =>
      inRoundsOf(
        Math.floor(players / 2),
        matches.toSorted((a, b) => (pair(a).join() < pair(b).join() ? -1 : 1)),
      ),
    ),
  },
  {
    id: "manager:a-match-a-round",
    fault: "Makes a round of every match.",
    breaks: ["LM-SCHED-02"],
    agent: schedules((matches) => inRoundsOf(1, matches)),
  },
  {
    id: "manager:favours-a-referee",
    fault: "Gives all matches to one referee.",
    breaks: ["LM-SCHED-04"],
    agent: schedules((matches) => matches.map((match) => ({ ...match, referee_id: "REF01" }))),
  },
  {
    id: "manager:rounds-in-another-order",
    fault: "Begins with the round that should come last.",
    breaks: ["LM-SCHED-05"],
    agent: schedules((matches, players) =>
      inRoundsOf(
        Math.floor(players / 2),
        matches.toSorted((a, b) => b.round_id - a.round_id),
      ),
    ),
  },
  {
    id: "manager:first-is-always-the-elder",
    fault: "Makes the player that registered first PLAYER_A, in every round.",
    breaks: ["LM-SCHED-05"],
    agent: schedules((matches) =>
      matches.map((match) => {
        const [player_A_id = "", player_B_id = ""] = pair(match);
        return { ...match, player_A_id, player_B_id };
      }),
    ),
  },
  {
    id: "manager:failed-match-has-a-winner",
    fault: "Gives PLAYER_A three points for a match that no referee could play.",
    breaks: ["LM-MATCH-04"],
    agent: withStore((inner) => ({
      record: (result) => inner.record(result.referee_id === null ? wonByTheFirst(result) : result),
    })),
  },
  {
    id: "manager:waits-for-a-match-given-up",
    fault: "Never ends a league with a match that no referee could play.",
    breaks: ["LM-END-01"],
    agent: withStore((inner) => ({
      async moveTo(state) {
        const results = await resultsOf(inner);
        if (results.some(({ referee_id }) => referee_id === null)) await new Promise(() => undefined);
        await inner.moveTo(state);
      },
    })),
  },
  {
    id: "manager:counts-repetitions",
    fault: "Counts a match again when its report is repeated.",
    breaks: ["LM-RES-02"],
    agent: countsAgain((outcome) => outcome === "repeated"),
  },
  {
    id: "manager:counts-repetitions-of-closed-rounds",
    fault: "Counts a match again when its report is repeated after its round has closed.",
    breaks: ["LM-RES-02"],
    agent: countsAgain(
      async (outcome, { round_id }, inner) =>
        outcome === "repeated" && ((await inner.completedRound()) ?? 0) >= round_id,
    ),
  },
  {
    id: "manager:counts-contradictions",
    fault: "Counts a second report that contradicts the first.",
    breaks: ["LM-RES-02"],
    agent: countsAgain((outcome) => outcome === "conflicting"),
  },
  {
    id: "manager:last-report-wins",
    fault: "Replaces an earlier report of a match by a later one.",
    breaks: ["LM-RES-02", "LM-RES-03"],
    agent: withStore((inner) => {
      const last = new Map<string, RecordedResult>();
      return {
        ...tables(inner, () => [...last.values()], true),
        record: async (result) => {
          last.set(result.match_id, result);
          return (await inner.record(result)) === "recorded" ? "recorded" : "repeated";
        },
      };
    }),
  },
  {
    id: "manager:accepts-any-score",
    fault: "Accepts any score: 300 points, points for both, points for another player.",
    breaks: ["LM-RES-07"],
    agent: takesAnyScore,
  },
  {
    id: "manager:loses-results",
    fault: "Counts only what was reported since it was started again.",
    breaks: ["LM-KEEP-02"],
    agent: withStore((inner) => {
      const since: RecordedResult[] = [];
      return {
        ...tables(inner, () => since, true),
        record: async (result) => {
          const outcome = await inner.record(result);
          if (outcome === "recorded") since.push(result);
          return outcome;
        },
      };
    }, true),
  },
  {
    id: "manager:counts-twice-after-a-restart",
    fault: "Counts its stored results once more when it is started again.",
    breaks: ["LM-KEEP-02"],
    agent: withStore((inner) => {
      const before = resultsOf(inner);
      return tables(inner, () => before);
    }, true),
  },
];
