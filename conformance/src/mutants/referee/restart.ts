/** Referees that have lost something when they are started again. */
import { referenceAgent } from "../../self-test/reference.js";
import { mutant } from "../mutant.js";
import { answerInstead, resultReply } from "../surgery.js";

export default [
  mutant({
    id: "referee:forgets-who-it-is",
    fault: "Registers anew, as a newcomer, when it is started again.",
    lasting: true,
    agent: (launch) => referenceAgent("referee")(launch),
  }),
  mutant({
    id: "referee:forgets-its-results",
    fault: "Plays a match again that it had decided and not reported when it was killed.",
    lasting: true,
    agent: (launch, _, memory) => {
      memory.delete("journal");
      return referenceAgent("referee")(launch, memory);
    },
  }),
  mutant({
    id: "referee:leaves-open-matches",
    fault: "Acknowledges a match that was under way when it was killed, and does not play it.",
    lasting: true,
    agent: (launch, _, memory) => {
      memory.delete("journal");
      return referenceAgent("referee")(launch, memory);
    },
    surgery: () =>
      answerInstead("RUN_MATCH", ({ match_id, conversation_id }, body, { launch }) =>
        launch.after === undefined
          ? undefined
          : resultReply(body, {
              message_type: "RUN_MATCH_ACK",
              match_id,
              conversation_id,
              status: "acknowledged",
            }),
      ),
  }),
];
