/** Players that end in the wrong way, or at the wrong time. */
import type { HttpHandler } from "../../doors.js";
import { valueAt } from "../../json/pointer.js";
import type { JsonObject } from "../../json/scan.js";
import type { Surgery } from "../../subject/in-process-subject.js";
import { mutant } from "../mutant.js";
import { living, mortal } from "./_life.js";

const never = new Promise<never>(() => undefined);

/** Ends the process at a message of this type instead of answering it. */
function hangsUpOn(type: string): Surgery {
  return {
    deliver: (answer, arrival) =>
      new TextDecoder().decode(arrival.body).includes(`"${type}"`) ? { kind: "close" } : answer,
  };
}

export default [
  mutant({
    id: "player:promises-to-shut-down",
    fault: "Acknowledges SHUTDOWN_COMMAND and runs on.",
    agent: living(() => ({ done: never })),
  }),
  mutant({
    id: "player:shuts-down-without-a-word",
    fault: "Shuts down without answering SHUTDOWN_COMMAND.",
    surgery: hangsUpOn("SHUTDOWN_COMMAND"),
  }),
  mutant({
    id: "player:shuts-down-with-an-error",
    fault: "Shuts down with the exit status 1.",
    agent: living(({ registered, done }) => ({
      done: never,
      registered: Promise.race([
        registered.then(() => never),
        done.then(() => Promise.reject(new Error("told to shut down"))),
      ]),
    })),
  }),
  mutant({
    id: "player:ends-without-a-word",
    fault: "Ends on LEAGUE_COMPLETED without answering it.",
    surgery: hangsUpOn("LEAGUE_COMPLETED"),
    agent: living(({ handle, done }) => {
      let end: (why: string) => void = () => undefined;
      const completed = new Promise<string>((resolve) => {
        end = resolve;
      });
      const listening: HttpHandler = async (http) => {
        const reply = await handle(http);
        if (
          String(typeof http.body === "string" ? http.body : new TextDecoder().decode(http.body)).includes(
            '"LEAGUE_COMPLETED"',
          )
        )
          end("the league is over");
        return reply;
      };
      return { handle: listening, done: Promise.race([done, completed]) };
    }),
  }),
  mutant({
    id: "player:ends-on-any-completion",
    fault: "Its process ends when anybody sends it LEAGUE_COMPLETED.",
    agent: mortal((request: JsonObject) => valueAt(request, "/params/message_type") === "LEAGUE_COMPLETED"),
  }),
];
