import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fieldNotes } from "../../build/field-notes.mjs";

interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const root = join(import.meta.dirname, "../../../..");
const { sentences, messages } = fieldNotes(root);

it.each(["canonical", "flat"])(
  "every field that the spec describes is explained in %s messages",
  (dialect) => {
    const document = JSON.parse(readFileSync(join(root, `generated/openrpc/${dialect}.json`), "utf8"));
    const schemas: Readonly<Record<string, Schema>> = document.components.schemas;
    const named = ($ref = "") => schemas[$ref.split("/").at(-1) ?? ""];
    const described = Object.values(schemas).flatMap(({ properties = {} }) => {
      const type = properties.message_type?.const;
      const fields = type === undefined ? [] : Object.entries(properties);
      return fields.flatMap(([name, { description, $ref }]) =>
        (description ?? named($ref)?.description) === undefined ? [] : { type: type ?? "", name },
      );
    });
    expect(described.length).toBeGreaterThan(80);
    const unexplained = described.filter(({ type, name }) => !sentences[messages[type]?.[name] ?? -1]);
    expect(unexplained).toEqual([]);
  },
);

it("says of a field what the spec says of it", () => {
  expect(sentences[messages.CHOOSE_PARITY_CALL?.match_id ?? -1]).toMatch(/^Names a match inside its league/);
});
