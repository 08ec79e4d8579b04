import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { Place } from "../fault.js";
import type { Json } from "../json.js";
import type { Dialect, Model, NamedType } from "../model/model.js";
import { explain } from "../runtime/explain.js";
import { rawFaults } from "../validate/ajv.js";

/** A place, the cause of a fault there, and a fix. */
export type Finding = readonly [place: Place, cause: string, fix: string];

/** The input of a rule about a dialect. */
export interface DialectContext {
  readonly model: Model;
  readonly dialect: Dialect;
}

/** One row of a table of rules. The id is printed with each fault; a warning does not stop the generator. */
export type Rule<Input> = readonly [
  id: string,
  find: (input: Input) => Iterable<Finding>,
  isWarning?: boolean | undefined,
];

/** The schemas of whole messages. */
export function messages({ dialect }: DialectContext): NamedType[] {
  return [...dialect.types.values()].filter(({ isMessage }) => isMessage);
}

/** For the forms and the style, whose demands compare members with each other. */
export const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false, $data: true });

/** What a value lacks of the form with this name in forms.yaml. */
export function formFaults(form: string, value: Json, { file, pointer }: Place): Finding[] {
  // The path is the same from src/lint and from dist/lint.
  const text = () => readFileSync(new URL("../../src/lint/forms.yaml", import.meta.url), "utf8");
  if (ajv.getSchema("forms") === undefined) ajv.addSchema({ $id: "forms", $defs: parse(text()) });
  const validate = ajv.getSchema(`forms#/$defs/${form}`);
  if (validate === undefined) throw new Error(`no form ${form}`);
  if (validate(value) === true) return [];
  const own = (validate.errors ?? []).filter(({ keyword }) => keyword !== "if");
  return explain(rawFaults(own), value).map(
    ({ pointer: at, message, expected }): Finding => [
      { file, pointer: pointer + at },
      message,
      `Write ${expected}.`,
    ],
  );
}
