/** What the messages of a league have told about each match: for forms that omit members that the documents repeat. */
import { methods, protocol } from "@league-v2/contract";
import { vocabulary } from "@league-v2/contract/forms";
import type { Clock } from "../../../platform/clock.js";
import { asText, defined, isObject } from "../../message/members.js";
import type { JsonObject, Variables } from "../../message/types.js";
import type { Peer } from "../peer.js";

/** The word for a token in leagues without tokens. */
export const noToken = "none";

/** The longest match: both joins and both choices with their retries. */
export const longestMs =
  (protocol.retries.maximum + 1) *
  (methods.handle_game_invitation.deadlineMs +
    methods.choose_parity.deadlineMs +
    2 * protocol.retries.pauseMs);
/** More matches than any agent is in at a time. */
const mostMatches = 1024;

export interface Match {
  facts: Variables;
  /** The referee that was given the match, at a league manager. */
  referee?: Peer;
  /** The result in the referee's GAME_OVER. */
  over?: JsonObject;
  /** The report of this referee, for the answer to a blocking order. */
  report?: JsonObject;
  /** Whether its referee has acknowledged an announcement that may begin it. */
  isAnnounced?: boolean;
  /** Whether any of its messages was seen: its referee plays it. */
  isSeen: boolean;
  readonly waiting: Set<() => void>;
}

/** The id of the match in a message, under any of its usual names. */
export function matchNameIn(message: JsonObject): unknown {
  const inner = Object.values(message).filter(isObject);
  const ids = [message, ...inner].flatMap((one) => vocabulary.member_names.match_id.map((name) => one[name]));
  return ids.find((id) => typeof id === "string");
}

export class MatchFacts {
  readonly #matches = new Map<string, Match>();
  /** Addresses of agents by id, from announcements and orders. */
  readonly addresses = new Map<string, string>();

  /** The stored facts of the match in a message. */
  of(message: JsonObject): Variables {
    return this.#find(message)?.facts ?? {};
  }

  match(match_id: unknown): Match | undefined {
    return this.#matches.get(asText(match_id));
  }

  /** The match of a message, created if it is new. */
  at(match_id: unknown): Match {
    const id = asText(match_id);
    const known = this.#matches.get(id);
    if (known !== undefined) return known;
    const match: Match = { facts: {}, isSeen: false, waiting: new Set() };
    this.#matches.set(id, match);
    const [oldest] = this.#matches.keys();
    if (oldest !== undefined && this.#matches.size > mostMatches) this.#matches.delete(oldest);
    return match;
  }

  /** The only match without a report of a referee that writes no tokens, of the players in these texts if they name any. */
  openAmong(texts: ReadonlySet<string>): string | undefined {
    const open = [...this.#matches].filter(
      ([, { referee, report, isSeen }]) =>
        referee?.isForeign === true && !referee.writesToken && isSeen && report === undefined,
    );
    const named = open.filter(([, { facts }]) =>
      [facts.player_a, facts.player_b].every((id) => typeof id === "string" && texts.has(id)),
    );
    const [only, other] = named.length > 0 ? named : open;
    return other === undefined ? only?.[0] : undefined;
  }

  /** Waits until this is known about a match. @returns whether it is, when the time or the signal has ended the wait */
  until(
    match: Match,
    isKnown: (match: Match) => boolean,
    { clock, signal, ms }: { readonly clock: Clock; readonly signal: AbortSignal; readonly ms: number },
  ): Promise<boolean> {
    if (isKnown(match)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = () => {
        match.waiting.delete(look);
        timer.cancel();
        resolve(isKnown(match));
      };
      const look = () => {
        if (isKnown(match)) end();
      };
      const timer = clock.after(ms, end);
      signal.addEventListener("abort", end, { once: true });
      match.waiting.add(look);
    });
  }

  /** Stores the facts of a canonical message that was received or answered. */
  note(type: string, message: JsonObject): void {
    const { league_id, round_id, match_id, opponent_id } = message;
    if (type === "ROUND_ANNOUNCEMENT" && Array.isArray(message.matches)) {
      for (const match of message.matches.filter(isObject)) {
        const { player_A_id: player_a, player_B_id: player_b, referee_endpoint } = match;
        this.#learn(match.match_id, { league_id, round_id, player_a, player_b, referee_endpoint });
        this.#noteAddresses(match);
      }
    }
    if (type === "RUN_MATCH") {
      const { player_A_id: player_a, player_B_id: player_b } = message;
      this.#learn(match_id, { league_id, round_id, player_a, player_b });
      this.#noteAddresses(message);
    }
    if (type === "GAME_INVITATION") {
      // A referee without a token may omit its name in later messages.
      const hasToken = message.auth_token !== undefined && message.auth_token !== noToken;
      const referee = hasToken ? undefined : message.sender;
      this.#learn(match_id, { league_id, round_id, opponent_id, referee });
    }
    if (type === "CHOOSE_PARITY_RESPONSE") this.#learn(match_id, { choice: message.parity_choice });
    if (type === "GAME_OVER" && isObject(message.game_result)) this.at(match_id).over = message.game_result;
    if (type === "MATCH_RESULT_REPORT") this.at(match_id).report = message;
    if (/^(GAME_INVITATION|CHOOSE_PARITY_CALL|GAME_OVER|MATCH_RESULT_REPORT)$/.test(type)) {
      const match = this.at(match_id);
      match.isSeen = true;
      for (const look of [...match.waiting]) look();
    }
  }

  /** The variables of a result that names the players A and B only: our own choice identifies our role. */
  withRoles(about: Variables, wire: JsonObject, me: string | undefined): Variables {
    if (about.player_a !== undefined || me === undefined) return about;
    const { player_a_choice: a, player_b_choice: b } = wire;
    const ours = asText(about.choice).toLowerCase();
    const isB = asText(a).toLowerCase() !== ours && asText(b).toLowerCase() === ours;
    const other = about.opponent_id;
    return isB ? { ...about, player_a: other, player_b: me } : { ...about, player_a: me, player_b: other };
  }

  #noteAddresses(match: JsonObject): void {
    for (const side of ["A", "B"]) {
      const [id, url] = [match[`player_${side}_id`], match[`player_${side}_endpoint`]];
      if (typeof id === "string" && typeof url === "string") this.addresses.set(id, url);
    }
  }

  #find(message: JsonObject): Match | undefined {
    return this.match(matchNameIn(message));
  }

  #learn(match_id: unknown, facts: Variables): void {
    if (typeof match_id !== "string") return;
    const match = this.at(match_id);
    match.facts = { ...match.facts, ...defined(facts) };
  }
}
