/** Referees that do not speak as who they are. */
import { mutant } from "../mutant.js";
import { changeCall } from "../surgery.js";

export default [
  mutant({
    id: "referee:keeps-its-own-id",
    fault: "Names itself by an id of its own, not by the one that the league manager gave it.",
    surgery: changeCall("*", (message) =>
      message.auth_token === undefined ? undefined : { ...message, sender: "referee:alpha" },
    ),
  }),
  mutant({
    id: "referee:shows-no-token",
    fault: "Leaves the auth_token out of all that it sends.",
    surgery: changeCall("*", ({ auth_token: _, ...message }) => message),
  }),
  mutant({
    id: "referee:shows-another-token",
    fault: "Sends an auth_token of its own making.",
    surgery: changeCall("*", (message) =>
      message.auth_token === undefined ? undefined : { ...message, auth_token: "token-of-my-own" },
    ),
  }),
];
