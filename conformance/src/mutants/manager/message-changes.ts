/** Faults in what a league manager sends. */

import type { Pairing } from "@league-v2/sdk";
import type { JsonObject } from "../../json/scan.js";
import type { HttpHandler, Transport } from "../../sdk.js";
import type { FaultInjection } from "../../subject/in-process-subject.js";
import { all, changeCall, onCall } from "../fault-injection.js";
import { withStore } from "./league-state.js";

type Reply = Awaited<ReturnType<Transport["send"]>>;

const ACKNOWLEDGEMENTS: Readonly<Record<string, string>> = {
  ROUND_ANNOUNCEMENT: "ROUND_ANNOUNCEMENT_ACK",
  LEAGUE_STANDINGS_UPDATE: "STANDINGS_UPDATE_ACK",
  ROUND_COMPLETED: "ROUND_COMPLETED_ACK",
  LEAGUE_COMPLETED: "LEAGUE_COMPLETED_ACK",
  RUN_MATCH: "RUN_MATCH_ACK",
};

/** The acknowledgement that the manager would have liked to have. */
export function acknowledged(body: JsonObject): Reply {
  const message = body.params as JsonObject;
  const { protocol, timestamp, conversation_id, match_id, round_id, message_type } = message;
  return replied(body, {
    result: {
      protocol,
      message_type: ACKNOWLEDGEMENTS[String(message_type)],
      sender: message_type === "RUN_MATCH" ? "referee:REF01" : "player:P01",
      timestamp,
      conversation_id,
      status: message_type === "RUN_MATCH" ? "acknowledged" : "ACKNOWLEDGED",
      match_id,
      round_id,
      player_id: "P01",
    },
  });
}

/** An error that the manager does not try again after. */
export function refused(body: JsonObject): Reply {
  return replied(body, { error: { code: -32_008, message: "INVALID_STATE" } });
}

function replied({ id }: JsonObject, members: JsonObject): Reply {
  return {
    status: 200,
    contentType: "application/json",
    body: JSON.stringify({ jsonrpc: "2.0", id, ...members }),
  };
}

/** Does not send messages of this type to those whom `fits` names, and believes that it has. */
export function keepsFrom(type: string, fits: (url: string, message: JsonObject) => boolean): FaultInjection {
  return onCall(type, (send, body, _, url) =>
    fits(url, body.params as JsonObject) ? Promise.resolve(acknowledged(body)) : send(body),
  );
}

/** Changes every table that it sends, and makes its first row the champion. */
export function changesTables(change: (rows: JsonObject[]) => JsonObject[]): FaultInjection {
  return all(
    changeCall("LEAGUE_STANDINGS_UPDATE", (message) => ({
      ...message,
      standings: change(message.standings as JsonObject[]),
    })),
    changeCall("LEAGUE_COMPLETED", (message) => {
      const final_standings = change(message.final_standings as JsonObject[]);
      const { player_id, display_name, points } = final_standings[0] ?? {};
      return { ...message, final_standings, champion: { player_id, display_name, points } };
    }),
  );
}

/** The same rows in another order, with ranks to match. */
export function sorted(
  compare: (a: JsonObject, b: JsonObject) => number,
): (rows: JsonObject[]) => JsonObject[] {
  return (rows) => rows.toSorted(compare).map((row, index) => ({ ...row, rank: index + 1 }));
}

export function byText(member: string): (a: JsonObject, b: JsonObject) => number {
  return (a, b) => (String(a[member]) < String(b[member]) ? -1 : 1);
}

// League managers that deal the matches of the league to other rounds, call them otherwise, or leave some out.

export interface Dealt {
  /** The number of the round. */
  round: number;
  /** The match under its new id. */
  match: Pairing;
}

/** @param matches those of the reference, in order */
export type Deal = (matches: readonly Pairing[], players: number) => Dealt[];

/** The fault injection of a mutant whose schedule is dealt like this. */
export function redealt(deal: Deal): () => FaultInjection {
  return () => {
    const names: MatchNames = { called: new Map() };
    return { agent: dealing(deal, names), ...renaming(names) };
  };
}

/** The external match ids by internal id; set when the schedule is made. */
interface MatchNames {
  called: ReadonlyMap<string, string>;
}

function dealing(deal: Deal, names: MatchNames): NonNullable<FaultInjection["agent"]> {
  return withStore((inner, launch) => ({
    schedule: async () => {
      const rounds = await inner.schedule();
      const before = rounds.flatMap(({ matches }) => matches);
      const dealt = deal(before, launch.players ?? 2);
      names.called = new Map(dealt.map(({ match }) => [originalOf(match, before).match_id, match.match_id]));
      const numbers = [...new Set(dealt.map(({ round }) => round))];
      return numbers.map((round_id) => ({
        round_id,
        matches: dealt
          .filter(({ round }) => round === round_id)
          .map(({ match }) => ({ ...match, round_id, match_id: originalOf(match, before).match_id })),
      }));
    },
  }));
}

/** The match of the same two players. */
function originalOf(match: Pairing, before: readonly Pairing[]): Pairing {
  const isSame = (one: Pairing) =>
    [one.player_A_id, one.player_B_id].every((id) => id === match.player_A_id || id === match.player_B_id);
  return before.find(isSame) ?? match;
}

/** Says the new ids, and hears them. */
function renaming(names: MatchNames): FaultInjection {
  return {
    handler:
      (inner): HttpHandler =>
      async (http) => {
        const body = typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body);
        const back = new Map([...names.called].map(([own, called]) => [called, own]));
        const reply = await inner({ ...http, body: renamed(body, back) });
        return { ...reply, body: renamed(reply.body, names.called) };
      },
    transport: (inner): Transport => ({
      send: (request) => inner.send({ ...request, body: renamed(request.body, names.called) }),
    }),
  };
}

function renamed(text: string, called: ReadonlyMap<string, string>): string {
  return text.replaceAll(/"([A-Z]\d+M\d+|match-\d+)"/g, (whole, id: string) => {
    const other = called.get(id);
    return other === undefined ? whole : `"${other}"`;
  });
}
