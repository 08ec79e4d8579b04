/** Messages that are answered too late, or never. */
import { deadlineOf } from "../../contract.js";
import { type Mutant, mutant } from "../mutant.js";
import { all, answerInstead, delaysReply, ignores, resultReply } from "../surgery.js";

const A_LITTLE_MS = 500;
const tooLate = (type: string) => delaysReply(type, deadlineOf(type) + A_LITTLE_MS);

/** Answers only the first message of this type about each match. */
function onlyOnce(type: string): NonNullable<Mutant["surgery"]> {
  return () => {
    const seen = new Set<unknown>();
    return answerInstead(type, ({ match_id }) => {
      if (seen.has(match_id)) return new Promise<never>(() => undefined);
      seen.add(match_id);
      return undefined;
    });
  };
}

export default [
  mutant({
    id: "player:joins-late",
    fault: "Joins half a second after the deadline.",
    surgery: tooLate("GAME_INVITATION"),
  }),
  mutant({
    id: "player:ignores-invitations",
    fault: "Never answers an invitation.",
    surgery: ignores("GAME_INVITATION"),
  }),
  mutant({
    id: "player:chooses-late",
    fault: "Chooses half a second after the deadline.",
    surgery: tooLate("CHOOSE_PARITY_CALL"),
  }),
  mutant({
    id: "player:ignores-choice-calls",
    fault: "Never answers the call for its choice.",
    surgery: ignores("CHOOSE_PARITY_CALL"),
  }),
  mutant({
    id: "player:ignores-announcements",
    fault: "Never answers ROUND_ANNOUNCEMENT.",
    surgery: ignores("ROUND_ANNOUNCEMENT"),
  }),
  mutant({
    id: "player:ignores-a-repeated-invitation",
    fault: "Does not answer an invitation that is repeated.",
    surgery: onlyOnce("GAME_INVITATION"),
  }),
  mutant({
    id: "player:ignores-a-repeated-call",
    fault: "Does not answer a call that is repeated.",
    surgery: onlyOnce("CHOOSE_PARITY_CALL"),
  }),
  mutant({
    id: "player:acknowledges-late",
    fault: "Acknowledges everything half a second after the deadline.",
    surgery: all(
      ...["ROUND_ANNOUNCEMENT", "LEAGUE_STANDINGS_UPDATE", "ROUND_COMPLETED", "GAME_OVER"].map(tooLate),
    ),
  }),
  mutant({
    id: "player:answers-with-an-empty-result",
    fault: "Takes the invitation and answers {}, as if nothing more had to be said.",
    surgery: answerInstead("GAME_INVITATION", (_, body) => resultReply(body, {})),
  }),
];
