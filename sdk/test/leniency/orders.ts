/** How foreign referees take the orders of our league manager. */
import { urlOf } from "../../src/testing/index.js";
import { flatOrderReferees } from "../wire/wild/flat-order-referees.js";
import { joined, registers, rpc, says } from "../wire/wild/referee-messages.js";
import { wildReferees } from "../wire/wild/referees.js";
import { refereesOfOneDocument } from "../wire/wild/referees-of-one-document.js";
import { type Body, bodyOf, rpcError, rpcResult } from "../wire/wild/wild-player.js";
import type { RefereeHabits, RefereeSelf } from "../wire/wild/wild-referee.js";
import { both, type Case, type Cases } from "./cases.js";
import { leads, scriptedReferee, type Variant } from "./scripted-referee.js";

/** Whether this referee plays its match once, and the result counts. */
const leading = (habits: RefereeHabits | undefined): Case =>
  both(async (strict) => {
    if (habits === undefined) throw new Error("there is no such referee");
    const { result, referee } = await leads(habits, strict);
    return result?.winner === "P01" && referee.started.length === 1;
  });
const varying = (variant: Variant) => leading(scriptedReferee(variant));
/** It registers as the documents do, so that a strict manager admits it. */
const wild = (name: string) => {
  const habits = wildReferees.find((one) => one.name === name);
  const registration = (self: RefereeSelf) => rpc("register_referee", registers(self));
  return leading(habits && { ...habits, registration, joined });
};

const addresses = { player_A_endpoint: urlOf(8101), player_B_endpoint: urlOf(8102) };

/** How often an order is sent to a referee that answers it unreadably, and never plays. */
const orderedOnce = both(async (strict) => {
  const ordered = (_message: Body, id: unknown) => rpcResult(id, { seen: 7 });
  const { referee } = await leads(scriptedReferee({ ordered }), strict);
  return referee.understood.filter((one) => one.startsWith("RUN_MATCH")).length === 1;
});

const [answersBefore, answersAfter] = flatOrderReferees;
/** It fails with the text of a KeyError of Python. */
const failing: RefereeHabits | undefined = answersBefore && {
  ...answersBefore,
  answer: (request, ...rest) => {
    const { id, method, params } = request;
    const isWhole = bodyOf(params).player_a !== undefined;
    const isRefused = method === "run_match" && !isWhole;
    return isRefused ? rpcError(id, -32603, "'player_a'", 500) : answersBefore.answer(request, ...rest);
  },
};
const reportsShortly: RefereeHabits | undefined = answersAfter && {
  ...answersAfter,
  report: ({ match_id, winner }, self) =>
    rpc("report_match_result", says(self, "MATCH_RESULT_REPORT", { match_id, winner })),
};

export const orders: Cases = {
  "matches_started in the answer to an announcement": varying({
    announced: ({ matches, round_id }, id, play) => {
      for (const one of matches as Body[]) void play({ ...one, ...addresses });
      return rpcResult(id, { status: "accepted", round_id, matches_started: 1 });
    },
  }),
  "the result in the answer to an order": varying({
    ordered: async (message, id, play) => {
      await play(message);
      return rpcResult(id, { match_id: message.match_id, winner: "P01", drawn_number: 4 });
    },
    report: () => rpc("ping", {}),
  }),
  "an order that is answered unreadably": orderedOnce,
  "an order named assign_match": wild("assign-match"),
  "an order named MATCH_ASSIGNMENT": wild("match-assignment"),
  "an order named START_MATCH": wild("start-match"),
  "an order named start_match": wild("start-tool"),
  "an order as POST /run_match": wild("post-run-match"),
  "a referee that acknowledges every type": wild("acknowledges-all"),
  "an acknowledgement without the match, after a refusal": leading(refereesOfOneDocument[1]),
  "an internal error about a member of an order": leading(failing),
  "a report in any shape before the answer to an order": leading(reportsShortly),
  "players under all usual names in an order": leading(answersBefore),
  "an order that is answered after the report": leading(answersAfter),
};
