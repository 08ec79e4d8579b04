import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import type { Place } from "../fault.js";
import type { Json } from "../json.js";
import { explain } from "../runtime/explain.js";
import { rawFaults } from "../validate/compiler.js";
import type { Finding } from "./rule.js";

const ajv = new Ajv2020({ strict: false, allErrors: true, messages: false });

/** What a value lacks of the form with this name in forms.yaml. */
export function formFaults(form: string, value: Json, { file, pointer }: Place): Finding[] {
  // The path is the same from src/lint and from dist/lint.
  const text = () => readFileSync(new URL("../../src/lint/forms.yaml", import.meta.url), "utf8");
  if (ajv.getSchema("forms") === undefined) ajv.addSchema({ $id: "forms", $defs: parse(text()) });
  const validate = ajv.getSchema(`forms#/$defs/${form}`);
  if (validate === undefined) throw new Error(`no form ${form}`);
  if (validate(value) === true) return [];
  return explain(rawFaults(validate.errors ?? []), value).map(
    ({ pointer: at, message, expected }): Finding => [
      { file, pointer: pointer + at },
      message,
      `Write ${expected}.`,
    ],
  );
}
