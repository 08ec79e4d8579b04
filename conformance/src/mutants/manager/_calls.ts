/** Faults in what a league manager sends. */
import type { Transport } from "../../doors.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { all, changeCall, onCall } from "../surgery.js";

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
export function keepsFrom(type: string, fits: (url: string, message: JsonObject) => boolean): Surgery {
  return onCall(type, (send, body, _, url) =>
    fits(url, body.params as JsonObject) ? Promise.resolve(acknowledged(body)) : send(body),
  );
}

/** Changes every table that it sends, and makes its first row the champion. */
export function changesTables(change: (rows: JsonObject[]) => JsonObject[]): Surgery {
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
