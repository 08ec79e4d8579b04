import { expect, it } from "vitest";
import { bundledProfile } from "./profiles.js";
import { withChoiceInWords } from "./tolerant-reply.js";

const rules = bundledProfile("loose")?.messages.CHOOSE_PARITY_RESPONSE ?? {};
const read = (members: object) => withChoiceInWords({ ...members }, rules);

it.each([
  [{ parity_choice: 0 }, { parity_choice: "even" }],
  [
    { choice: 1, match_id: "R1M1" },
    { choice: "odd", match_id: "R1M1" },
  ],
])("0 is even and 1 is odd: %j", (members, words) => expect(read(members)).toEqual(words));

it("a choice under the form's own name is read as a number, too", () => {
  const renamed = { rename: { parity_choice: "bit" } };
  expect(withChoiceInWords({ bit: 1 }, renamed)).toEqual({ bit: "odd" });
});

it.each([
  { parity_choice: 2 },
  { parity_choice: "1" },
  { parity_choice: true },
  { parity_choice: 1.5 },
  { parity_choice: null },
  { round: 1 },
  { parity_choice: 1, choice: 0 },
  { parity_choice: 1, choice: "even" },
])("no other number is a choice: %j", (members) => expect(read(members)).toEqual(members));
