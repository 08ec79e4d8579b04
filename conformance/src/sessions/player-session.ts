/** A model of what a player is told: matches step by step, repeated, out of order, and by strangers. */

import { machines } from "../contract.js";
import type { AgentUnderTest } from "../fixtures/agent.js";
import type { PlayerFixture } from "../fixtures/player-fixture.js";
import type { Answer } from "../peers/answer.js";
import type { Match } from "../peers/match.js";
import type { PlayerLeague } from "../peers/player-league.js";
import type { Step } from "./explore.js";

type PlayerPhase = keyof typeof machines.player.transitions;

interface Known {
  match: Match;
  /** Of this match alone, by the player's state table. */
  phase: PlayerPhase;
}

export interface PlayerState {
  player: AgentUnderTest;
  league: PlayerLeague;
  matches: Known[];
}

export interface PlayerSessionOptions {
  /** How many matches may be open at the same time. */
  atOnce: number;
  /** Whether a message that the table does not allow must be refused; otherwise it must only do no harm. */
  strict: boolean;
}

const BEGINNING: PlayerPhase = "REGISTERED";

/** No player is invited; a sequence that is repeated is told to another instance, where the suite can start one. */
export function playerBeginning(bench: PlayerFixture): (afresh: boolean) => Promise<PlayerState> {
  let other: AgentUnderTest | undefined;
  return async (afresh) => {
    if (!afresh || !bench.isOurs) return { player: bench.player, league: bench.league, matches: [] };
    await other?.instance.stop();
    const { player, league } = await bench.launch();
    other = player;
    return { player, league, matches: [] };
  };
}

export function playerSteps(
  bench: PlayerFixture,
  { atOnce, strict }: PlayerSessionOptions,
): Step<PlayerState>[] {
  const open = ({ matches }: PlayerState) => matches.filter(({ phase }) => phase !== "MATCH_COMPLETE");
  const allowing = (state: PlayerState, event: string) =>
    state.matches.filter(({ phase }) => follow(phase, event) !== undefined);

  const joins = async ({ player }: PlayerState, known: Known): Promise<void> => {
    const answer = await known.match.invite(player);
    answered(answer, "GAME_JOIN_ACK", known.match);
    bench.expect(answer.result.accept, "accept of the GAME_JOIN_ACK").isNot(false);
    move(known, "invited", "joined");
  };
  const chooses = async ({ player }: PlayerState, known: Known): Promise<void> => {
    answered(await known.match.askChoice(player), "CHOOSE_PARITY_RESPONSE", known.match);
    move(known, "choice_requested", "chosen");
  };
  const illegal = (answer: Answer): void => {
    bench.expect.that(!strict || answer.outcome === "refusal", {
      diagnosis: `${answer.question}, which is not allowed now, was answered with ${answer.describe()}`,
      expected: "an error",
      received: answer.describe(),
    });
  };
  const answered = (answer: Answer, type: string, match: Match): void => {
    bench.expect(answer.result.message_type ?? type, `the answer to ${answer.question}`).is(type);
    bench.expect(answer.result.match_id, `match_id of the ${type}`).is(match.id);
  };

  return [
    {
      name: "invite to a new match",
      weight: 3,
      applies: (state) => open(state).length < atOnce,
      async take(state) {
        const known: Known = { match: state.league.match(), phase: BEGINNING };
        state.matches.push(known);
        await joins(state, known);
      },
    },
    {
      name: "invite again",
      applies: (state) => open(state).some(({ phase }) => phase === "WAITING_FOR_CHOICE_REQUEST"),
      take: async (state, pick) =>
        joins(state, pick(open(state).filter(({ phase }) => phase === "WAITING_FOR_CHOICE_REQUEST"))),
    },
    {
      name: "ask for the choice",
      weight: 4,
      applies: (state) => allowing(state, "choice_requested").length > 0,
      take: async (state, pick) => chooses(state, pick(allowing(state, "choice_requested"))),
    },
    {
      name: "end the match",
      weight: 2,
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const known = pick(open(state));
        bench.expect((await known.match.gameOver(state.player)).result, "the answer to GAME_OVER").isObject();
        move(known, "game_over");
      },
    },
    {
      name: "announce a round",
      applies: () => true,
      async take({ player, league }) {
        bench
          .expect((await league.announceRound(player)).result, "the answer to ROUND_ANNOUNCEMENT")
          .isObject();
      },
    },
    {
      name: "tell of an error",
      applies: (state) => open(state).length > 0,
      take: async (state, pick) => void (await pick(open(state)).match.gameError(state.player)),
    },
    {
      name: "ask for a choice in a match without an invitation",
      applies: () => true,
      take: async ({ league, player }) => illegal(await league.match().askChoice(player)),
    },
    {
      name: "ask for a choice when the match is over",
      applies: ({ matches }) => matches.some(({ phase }) => phase === "MATCH_COMPLETE"),
      take: async ({ matches, player }, pick) =>
        illegal(
          await pick(matches.filter(({ phase }) => phase === "MATCH_COMPLETE")).match.askChoice(player),
        ),
    },
    {
      name: "let a stranger ask for the choice",
      applies: (state) => open(state).length > 0,
      take: async (state, pick) =>
        illegal(await pick(open(state)).match.askChoice(state.player, {}, state.league.impostor("REF99"))),
    },
    {
      name: "let a stranger end the match",
      applies: (state) => open(state).length > 0,
      take: async (state, pick) =>
        illegal(await pick(open(state)).match.gameOver(state.player, {}, {}, state.league.impostor("REF99"))),
    },
    {
      name: "ask for another player's choice",
      applies: (state) => open(state).length > 0,
      take: async (state, pick) =>
        illegal(await pick(open(state)).match.askChoice(state.player, { set: { "/player_id": "P00" } })),
    },
    {
      name: "send a call without its match",
      applies: () => true,
      take: async ({ league, player }) =>
        illegal(await league.match().askChoice(player, { remove: ["/match_id"] })),
    },
  ];
}

function follow(phase: PlayerPhase, event: string): PlayerPhase | undefined {
  return (machines.player.transitions[phase] as Readonly<Record<string, PlayerPhase>>)[event];
}

function move(known: Known, ...events: string[]): void {
  for (const event of events) {
    const next = follow(known.phase, event);
    if (next === undefined) throw new Error(`the state table has no ${event} in ${known.phase}`);
    known.phase = next;
  }
}
