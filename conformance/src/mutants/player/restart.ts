/** Players that have lost something when they are started again. */
import { referenceAgent } from "../../self-test/reference.js";
import { mutant } from "../mutant.js";
import { changeReply } from "../surgery.js";

export default [
  mutant({
    id: "player:forgets-who-it-is",
    fault: "Registers anew, as a newcomer, when it is started again.",
    lasting: true,
    agent: (launch) => referenceAgent("player")(launch),
  }),
  mutant({
    id: "player:forgets-its-token",
    fault: "Sends no token any more when it is started again.",
    lasting: true,
    surgery: changeReply("GAME_INVITATION", ({ auth_token, ...join }, { tools }) =>
      tools.launch.after === undefined ? undefined : join,
    ),
  }),
];
