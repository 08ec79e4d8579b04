import { mutant } from "../mutant.js";
import { all, onCall } from "../surgery.js";

export default mutant({
  id: "player:registers-before-it-listens",
  fault: "Opens its port when its registration has been answered.",
  surgery: () => {
    let open = false;
    return all(
      onCall("LEAGUE_REGISTER_REQUEST", async (send, body) => {
        const answer = await send(body);
        open = true;
        return answer;
      }),
      { deliver: (answer) => (open ? answer : { kind: "reset" }) },
    );
  },
});
