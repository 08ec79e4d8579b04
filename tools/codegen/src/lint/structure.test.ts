import { expect, test } from "vitest";
import { complaints, edited } from "../../test/mini.js";
import { STRUCTURE } from "./lint.js";
import { STYLE } from "./schema-style.js";

/** [rule, description, file, replaced text, new text, pointer of the report]. Without the change, the specification has no fault. */
const cases: [string, string, string, string, string, string][] = [
  [
    "known-keywords",
    "refuses a keyword that tools interpret differently",
    "canonical/parity.yaml",
    "type: string",
    "type: string\nformat: parity",
    "canonical/parity.yaml#/format",
  ],
  [
    "known-keywords",
    "refuses a misspelled keyword of its own",
    "canonical/messages/game-over.yaml",
    "x-sent-required:",
    "x-sent-requird:",
    "canonical/messages/game-over.yaml#/x-sent-requird",
  ],
  [
    "schemas",
    "refuses a bound that is not a number",
    "canonical/standing.yaml",
    "minimum: 1",
    "minimum: one",
    "canonical/standing.yaml#/properties/rank/minimum",
  ],
  [
    "types",
    "refuses a list of types other than one with null",
    "canonical/messages/game-over.yaml",
    'type: [integer, "null"]',
    "type: [integer, string]",
    "canonical/messages/game-over.yaml#/properties/game_result/properties/drawn_number/type",
  ],
  [
    "explicit-type",
    "refuses a const without a type",
    "canonical/messages/pong.yaml",
    "type: boolean, const: true",
    "const: true",
    "canonical/messages/pong.yaml#/properties/ok",
  ],
  [
    "open-enums",
    "refuses an enum without x-open",
    "canonical/parity.yaml",
    "\nx-open: false",
    "",
    "canonical/parity.yaml",
  ],
  [
    "open-enums",
    "refuses x-open without an enum",
    "canonical/messages/pong.yaml",
    "message: { type: string,",
    "message: { type: string, x-open: true,",
    "canonical/messages/pong.yaml#/properties/message",
  ],
  [
    "fitting-values",
    "refuses a member of another type",
    "canonical/parity.yaml",
    "[even, odd]",
    "[even, 1]",
    "canonical/parity.yaml#/enum",
  ],
  [
    "plain-refs",
    "refuses a constraint next to a reference",
    "canonical/messages/choose-parity-call.yaml",
    "description: The player that is asked.",
    "maxLength: 9",
    "canonical/messages/choose-parity-call.yaml#/properties/player_id/maxLength",
  ],
  [
    "composition",
    "refuses a base without a name",
    "canonical/messages/game-over.yaml",
    "allOf: [{ $ref: ../envelope.yaml }]",
    "allOf: [{ $ref: ../envelope.yaml }, { type: object }]",
    "canonical/messages/game-over.yaml#/allOf/1",
  ],
  [
    "property-names",
    "refuses a field with the name of a member of every object",
    "canonical/messages/pong.yaml",
    "message: {",
    "toString: {",
    "canonical/messages/pong.yaml#/properties/toString",
  ],
  [
    "property-names",
    "refuses an invalid field name",
    "canonical/messages/pong.yaml",
    "message: {",
    '"a message": {',
    "canonical/messages/pong.yaml#/properties/a message",
  ],
  [
    "fitting-keywords",
    "refuses a length of a number",
    "canonical/standing.yaml",
    "minimum: 1",
    "minLength: 1",
    "canonical/standing.yaml#/properties/rank/minLength",
  ],
  [
    "fitting-keywords",
    "refuses a list without items",
    "canonical/messages/choose-parity-call.yaml",
    "items: { $ref: ../standing.yaml }, ",
    "",
    "canonical/messages/choose-parity-call.yaml#/properties/context/properties/standings",
  ],
  [
    "sound-bounds",
    "refuses an empty range",
    "canonical/standing.yaml",
    "minLength: 1, maxLength: 40",
    "minLength: 50, maxLength: 40",
    "canonical/standing.yaml#/properties/display_name/minLength",
  ],
  [
    "schemas",
    "refuses an invalid regular expression",
    "canonical/ids.yaml",
    "{1,64}$",
    "{1,64}($",
    "canonical/ids.yaml#/PlayerId/pattern",
  ],
  [
    "anchored-patterns",
    "refuses a pattern without an end",
    "canonical/ids.yaml",
    "{1,64}$",
    "{1,64}",
    "canonical/ids.yaml#/PlayerId/pattern",
  ],
  [
    "object-bases",
    "refuses a text as a base",
    "canonical/messages/game-over.yaml",
    "$ref: ../envelope.yaml",
    "$ref: ../parity.yaml",
    "canonical/messages/game-over.yaml#/allOf/0",
  ],
  [
    "titles",
    "refuses a name that is not in Pascal case",
    "canonical/parity.yaml",
    "title: Parity",
    "title: parity",
    "canonical/parity.yaml#/title",
  ],
  [
    "titles",
    "refuses a title other than the key",
    "canonical/ids.yaml",
    "title: MatchId",
    "title: GameId",
    "canonical/ids.yaml#/MatchId/title",
  ],
  [
    "no-cycles",
    "refuses a schema that contains itself",
    "canonical/standing.yaml",
    "properties:",
    "properties:\n  next: { $ref: standing.yaml }",
    "canonical/standing.yaml",
  ],
  [
    "method-members",
    "requires a deadline with a result",
    "canonical/openrpc.yaml",
    "x-deadline-ms: 30000",
    "x-deadline-ms: null",
    "canonical/openrpc.yaml#/methods/0/x-deadline-ms",
  ],
  [
    "method-members",
    "requires an existing role",
    "canonical/openrpc.yaml",
    "to: [player]",
    "to: [umpire]",
    "canonical/openrpc.yaml#/methods/0/x-direction/to/0",
  ],
  [
    "method-members",
    "requires the result as the reply",
    "canonical/openrpc.yaml",
    "x-reply-message: CHOOSE_PARITY_RESPONSE",
    "x-reply-message: PARITY_CHOICE",
    "canonical/openrpc.yaml#/methods/0/x-reply-message",
  ],
];

test.each(cases)("%s %s", (rule, _, file, from, to, place) => {
  expect(complaints(edited(file, from, to))).toContain(`mini/${place} [${rule}]`);
});

test("every rule of this phase has a case", () => {
  const ids = [...STYLE.map(([id]) => id), ...STRUCTURE.map(([id]) => id)];
  const elsewhere = ["declared-required", "pattern-descriptions"];
  expect(new Set([...cases.map(([rule]) => rule), ...elsewhere])).toEqual(new Set(["schemas", ...ids]));
});
