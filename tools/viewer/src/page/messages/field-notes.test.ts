import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fieldNotes } from "../../../build/assets.mjs";
import { noteOf } from "./note-of.js";

interface Schema {
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const root = join(import.meta.dirname, "../../../../..");
const notes = fieldNotes(root);
const { sentences, messages } = notes;

it.each(["canonical", "flat"])(
  "every field of %s messages has a description, except for the type, which the message's description explains",
  (dialect) => {
    const document = JSON.parse(readFileSync(join(root, `generated/openrpc/${dialect}.json`), "utf8"));
    const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
    const fields = Object.values(schemas).flatMap(({ properties = {} }) => {
      const type = properties.message_type?.const;
      const names = type === undefined ? [] : Object.keys(properties);
      return names.filter((name) => name !== "message_type").map((name) => ({ type: type ?? "", name }));
    });
    expect(fields.length).toBeGreaterThan(80);
    const unexplained = fields.filter(({ type, name }) => !sentences[messages[type]?.[name] ?? -1]);
    expect(unexplained).toEqual([]);
  },
);

it("has the spec's description of a field", () => {
  expect(sentences[messages.CHOOSE_PARITY_CALL?.match_id ?? -1]).toMatch(/^Names a match inside its league/);
});

it.each([
  ["GAME_OVER", "body.game_result.drawn_number", "game_result.drawn_number"],
  ["GAME_OVER", "drawn_number", "game_result.drawn_number"],
  ["CHOOSE_PARITY_CALL", "arguments.match_id", "match_id"],
])("finds the description of a field of %s at another path, %s", (type, path, place) => {
  expect(noteOf(notes, type, path)).toBe(noteOf(notes, type, place));
  expect(noteOf(notes, type, path)).not.toContain("does not describe");
});

it.each([
  ["GAME_OVER", "mood"],
  ["NO_MESSAGE", "match_id"],
  [null, "match_id"],
])("has a text for a field of %s that the spec does not have, %s", (type, path) => {
  expect(noteOf(notes, type, path)).toBe("The spec does not describe this field.");
});
