/** A model of the messages to a player: matches step by step, repeated, out of order, and by other senders. */

import { machines } from "../contract.js";
import type { AgentUnderTest } from "../fixtures/agent.js";
import type { PlayerFixture } from "../fixtures/member-fixtures.js";
import type { Answer } from "../peers/exchange/answer.js";
import type { MessageOverrides, PeerClient } from "../peers/exchange/peer-client.js";
import type { Match } from "../peers/match.js";
import type { PlayerLeague } from "../peers/player-league.js";
import { onBehalfOf } from "../verdict.js";
import type { Step } from "./explore.js";

type PlayerPhase = keyof typeof machines.player.transitions;

interface Known {
  match: Match;
  /** The phase of this match, by the player's state table. */
  phase: PlayerPhase;
  /** Another sender has sent GAME_OVER of this match, or of another one. */
  isContested?: boolean;
  /** The referee has sent an error in this match. */
  hadError?: boolean;
}

export interface PlayerState {
  player: AgentUnderTest;
  league: PlayerLeague;
  matches: Known[];
  /** The player had to refuse the latest message, or could not understand it. */
  isDisturbed?: boolean;
}

export interface PlayerSessionOptions {
  /** How many matches may be open at the same time. */
  atOnce: number;
  /** Whether a message that the table does not allow must be refused; otherwise it must only do no harm. */
  strict: boolean;
}

const UNKNOWN_METHOD = -32_601;

const SEVERAL_AT_ONCE = "PLY-CHOICE-10";

/** The steps whose refused message may stop a player from joining. */
const DISTURBING = /without|when the match is over|another sender|another player/;

const BEGINNING: PlayerPhase = "REGISTERED";

/** No player is invited; a repeated sequence uses another instance, if the suite can start one. */
export function playerBeginning(fixture: PlayerFixture): (afresh: boolean) => Promise<PlayerState> {
  let other: AgentUnderTest | undefined;
  return async (afresh) => {
    if (!afresh || !fixture.canStart) return { player: fixture.player, league: fixture.league, matches: [] };
    await other?.instance.stop();
    const { agent: player, league } = await fixture.launch();
    other = player;
    return { player, league, matches: [] };
  };
}

/** The common context of the steps of one session. */
interface Session extends PlayerSessionOptions {
  fixture: PlayerFixture;
  /** A player that accepts no further match is not invited again in the rest of the session. */
  takesNoMore: boolean;
}

export function playerSteps(fixture: PlayerFixture, options: PlayerSessionOptions): Step<PlayerState>[] {
  const session: Session = { ...options, fixture, takesNoMore: false };
  const steps = [...matchSteps(session), ...notificationSteps(session), ...illegalSteps(session)];
  return steps.map((step) => ({
    ...step,
    async take(state, pick) {
      await step.take(state, pick);
      state.isDisturbed = DISTURBING.test(step.name);
    },
  }));
}

/** The course of a match: invited, asked, ended. */
function matchSteps(session: Session): Step<PlayerState>[] {
  const isWaiting = ({ phase }: Known) => phase === "WAITING_FOR_CHOICE_REQUEST";
  return [
    {
      name: "invite to a new match",
      weight: 3,
      applies: (state) => !session.takesNoMore && open(state).length < session.atOnce,
      take: (state) => joinsNew(session, state, { match: state.league.match(), phase: BEGINNING }),
    },
    {
      name: "invite again",
      applies: (state) => open(state).some(isWaiting),
      take: async (state, pick) => joinsAgain(session, state, pick(open(state).filter(isWaiting))),
    },
    {
      name: "ask for the choice",
      weight: 4,
      applies: (state) => allowing(state, "choice_requested").length > 0,
      take: async (state, pick) => chooses(session, state, pick(allowing(state, "choice_requested"))),
    },
    {
      name: "end the match",
      clauses: against(session, "PLY-ACK-02"),
      weight: 2,
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const known = pick(open(state));
        const answer = await known.match.gameOver(state.player);
        move(known, "game_over");
        expectResult(session, answer);
      },
    },
  ];
}

/** The messages that a player may receive at any time. */
function notificationSteps(session: Session): Step<PlayerState>[] {
  return [
    {
      name: "announce a round",
      clauses: against(session, "PLY-ACK-01"),
      applies: () => true,
      async take({ player, league }) {
        const answer = await league.announceRound(player);
        // No source document names this method: player/acknowledgement decides whether the player must support it.
        if (answer.outcome !== "refusal" || answer.refusal.code !== UNKNOWN_METHOD)
          expectResult(session, answer);
      },
    },
    {
      name: "tell of an error",
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const known = pick(open(state));
        known.hadError = true;
        await known.match.gameError(state.player);
      },
    },
  ];
}

/** Messages that the state of a match, or their sender, does not allow. */
function illegalSteps(session: Session): Step<PlayerState>[] {
  const over = ({ matches }: PlayerState) => matches.filter(({ phase }) => phase === "MATCH_COMPLETE");
  const uninvited = ({ league }: PlayerState): Known[] => [{ match: league.match(), phase: BEGINNING }];
  /** @param of the matches one of which the call is about */
  const call = (
    name: string,
    clause: string,
    of: (state: PlayerState) => Known[],
    overrides: MessageOverrides = {},
    as: (state: PlayerState) => PeerClient | undefined = () => undefined,
  ): Step<PlayerState> => ({
    name,
    clauses: [clause],
    applies: (state) => of === uninvited || of(state).length > 0,
    take: async (state, pick) =>
      expectRefusal(session, await pick(of(state)).match.askChoice(state.player, overrides, as(state))),
  });
  const byAnother = ({ league }: PlayerState) => league.impostor("REF99");
  return [
    call("ask for a choice in a match without an invitation", "PLY-CHOICE-12", uninvited),
    call("ask for a choice when the match is over", "PLY-CHOICE-12", over),
    call("let another sender ask for the choice", "PLY-AUTH-01", open, {}, byAnother),
    {
      name: "let another sender end the match",
      clauses: ["PLY-AUTH-01"],
      applies: (state) => open(state).length > 0,
      async take(state, pick) {
        const known = pick(open(state));
        const answer = await known.match.gameOver(state.player, {}, {}, byAnother(state));
        // For a player that accepts it the match is over; the rest of the session ignores that match.
        if (answer.outcome !== "refusal") {
          await known.match.gameOver(state.player);
          state.matches = state.matches.filter((one) => one !== known);
        }
        for (const one of open(state)) one.isContested = true;
        expectRefusal(session, answer);
      },
    },
    call("ask for another player's choice", "PLY-CHOICE-12", open, { set: { "/player_id": "P00" } }),
    call("send a call without its match", "TRN-ERR-03", uninvited, { remove: ["/match_id"] }),
  ];
}

async function joinsNew(session: Session, state: PlayerState, known: Known): Promise<void> {
  const first = await known.match.invite(state.player);
  let clauses = against(session, "PLY-JOIN-01");
  if (first.outcome !== "message") {
    // A player that joins at the second invitation was disturbed by an earlier message; otherwise it is busy.
    const second = await known.match.invite(state.player);
    const wasDisturbed = state.isDisturbed === true && second.outcome === "message";
    clauses = wasDisturbed ? against(session, "PLY-ERR-03") : ["PLY-JOIN-06"];
    session.takesNoMore = second.outcome !== "message";
  }
  expectJoined(session, first, known, clauses);
  state.matches.push(known);
  move(known, "invited", "joined");
}

async function joinsAgain(session: Session, { player }: PlayerState, known: Known): Promise<void> {
  const answer = await known.match.invite(player);
  expectJoined(session, answer, known, against(session, "PLY-JOIN-07"));
  move(known, "invited", "joined");
}

async function chooses(session: Session, state: PlayerState, known: Known): Promise<void> {
  const isFirst = known.phase === "WAITING_FOR_CHOICE_REQUEST";
  const answer = await known.match.askChoice(state.player);
  const expectChoice = () => expectMessage(session, answer, "CHOOSE_PARITY_RESPONSE", known.match);
  if (known.isContested === true && answer.outcome === "refusal") {
    state.matches = state.matches.filter((one) => one !== known);
    // A player that has chosen before, or received an error, may refuse for that reason: other sequences test it.
    if (isFirst && known.hadError !== true) onBehalfOf(["PLY-AUTH-01"], expectChoice);
    return;
  }
  onBehalfOf(against(session, isFirst ? "PLY-ERR-03" : "PLY-CHOICE-07"), expectChoice);
  move(known, "choice_requested", "chosen");
}

/** @param clauses broken if there is no answer; a player that declines breaks the clause about `accept` */
function expectJoined(session: Session, answer: Answer, { match }: Known, clauses: readonly string[]): void {
  onBehalfOf(clauses, () => expectMessage(session, answer, "GAME_JOIN_ACK", match));
  const { accept } = answer.result;
  onBehalfOf(against(session, "PLY-JOIN-02"), () =>
    session.fixture.expect(accept, "accept of the GAME_JOIN_ACK").isNot(false),
  );
}

function expectMessage({ fixture }: Session, answer: Answer, type: string, match: Match): void {
  fixture.expect(answer.result.message_type ?? type, `the answer to ${answer.question}`).is(type);
  fixture.expect(answer.result.match_id, `match_id of the ${type}`).is(match.id);
}

function expectResult({ fixture }: Session, answer: Answer): void {
  fixture.expect.answer(answer, answer.hasResult, "a result");
}

function expectRefusal({ fixture, strict }: Session, answer: Answer): void {
  fixture.expect.answer(answer, !strict || answer.outcome === "refusal", "an error", {
    what: `${answer.question}, which is not allowed now,`,
    but: "",
  });
}

/** Where several matches are open at once, every clause counts as a SHOULD. */
function against({ strict }: Session, clause: string): string[] {
  return strict ? [SEVERAL_AT_ONCE] : [clause];
}

function open({ matches }: PlayerState): Known[] {
  return matches.filter(({ phase }) => phase !== "MATCH_COMPLETE");
}

function allowing({ matches }: PlayerState, event: string): Known[] {
  return matches.filter(({ phase }) => follow(phase, event) !== undefined);
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
