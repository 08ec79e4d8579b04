/** Referees that do not run as many matches as they have announced. */
import { createReferee } from "@league-v2/sdk";
import { protocol } from "../../contract.js";
import { isObject } from "../../json/pointer.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, answerInstead, changeCall, errorReply, resultReply } from "../surgery.js";
import { acknowledgement } from "./_acknowledgement.js";
import { startsOnOrders } from "./_orders.js";

const announced = protocol.league.defaultMaxConcurrentMatches;

const mutants: readonly Mutant[] = [
  mutant({
    id: "referee:drops-what-it-cannot-play",
    fault: "Acknowledges a match above its capacity, and never plays it.",
    surgery: () => aboveCapacity((order, body) => resultReply(body, acknowledgement(order))),
  }),
  mutant({
    id: "referee:refuses-what-it-cannot-play",
    fault: "Refuses a match above its capacity.",
    surgery: () => aboveCapacity((_, body) => errorReply(body, -32_008, "INVALID_STATE")),
  }),
  mutant({
    id: "referee:overbooks",
    fault: "Runs more matches at once than it has announced.",
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches: 50 }),
    surgery: announces(announced),
  }),
  mutant({
    id: "referee:one-match-at-a-time",
    fault: "Runs one match at a time, having announced two.",
    agent: ({ name }) => createReferee({ displayName: name, maxConcurrentMatches: 1 }),
    surgery: announces(announced),
  }),
];

function announces(max_concurrent_matches: number): Surgery {
  return changeCall("REFEREE_REGISTER_REQUEST", (message) =>
    isObject(message.referee_meta)
      ? { ...message, referee_meta: { ...message.referee_meta, max_concurrent_matches } }
      : undefined,
  );
}

function aboveCapacity(answer: Parameters<typeof answerInstead>[1]): Surgery {
  const open = new Set<unknown>();
  return all(
    startsOnOrders,
    changeCall("MATCH_RESULT_REPORT", ({ match_id }) => {
      open.delete(match_id);
      return undefined;
    }),
    answerInstead("RUN_MATCH", (order, body, tools) => {
      if (open.size >= announced) return answer(order, body, tools);
      open.add(order.match_id);
      return undefined;
    }),
  );
}

export default mutants;
