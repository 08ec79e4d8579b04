/** Players that do not take no for an answer. */
import { mutant } from "../mutant.js";
import { living } from "./_life.js";

const never = new Promise<never>(() => undefined);

export default [
  mutant({
    id: "player:ignores-rejection",
    fault: "Runs on when its registration is rejected.",
    agent: living(() => ({ registered: never })),
  }),
  mutant({
    id: "player:content-with-rejection",
    fault: "Ends with exit status 0 when its registration is rejected.",
    agent: living(({ registered, done }) => ({
      registered: never,
      done: Promise.race([
        done,
        registered.then(
          () => never,
          () => "rejected",
        ),
      ]),
    })),
  }),
];
