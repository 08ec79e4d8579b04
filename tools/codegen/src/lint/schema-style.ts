import { isList } from "../json.js";
import { fieldsOf } from "../model/fields.js";
import { mostSimilar } from "../runtime/similar.js";
import { isMap, type Schema, type Types, typesOf, walk } from "../schema/schema.js";
import { below, type DialectContext, type Finding, type Rule } from "./rule.js";

/** A place below the schema, the cause, and the fix. */
type StyleFinding = readonly [keys: readonly (string | number)[], cause: string, fix: string];

/**
 * The style of our own schemas: a small part of JSON Schema that every tool and language reads alike. One row a rule; any other
 * document may use all of JSON Schema.
 */
const SCHEMA_STYLE: readonly (readonly [
  id: string,
  find: (schema: Schema, types: Types) => readonly (StyleFinding | false)[],
  severity?: "warning",
])[] = [
  [
    "known-keywords",
    (schema) => Object.keys(schema).map((keyword) => !KNOWN.has(keyword) && outside(keyword)),
  ],
  [
    "explicit-type",
    (schema) => {
      const keywords = Object.keys(schema).filter((keyword) => !isAnnotation(keyword));
      const isSaid = ["type", "$ref", "oneOf"].some((keyword) => keyword in schema) || keywords.length === 0;
      return [!isSaid && [[], `${keywords.join(", ")} without a type`, "Add the type."]];
    },
  ],
  [
    "types",
    ({ type }) => [
      isList(type) &&
        !(type.length === 2 && type[0] !== "null" && type[1] === "null") && [
          ["type"],
          "a list of types is one type and null",
          'Write [string, "null"], or a oneOf.',
        ],
    ],
  ],
  [
    "open-enums",
    (schema) => [
      "enum" in schema &&
        schema["x-open"] === undefined && [
          [],
          "the enum does not say whether a receiver accepts other values",
          "Add x-open: false, or x-open: true.",
        ],
      !("enum" in schema) &&
        schema["x-open"] !== undefined && [
          [],
          "x-open without an enum",
          "Add the enum, or leave x-open out.",
        ],
      schema["x-open"] === true &&
        !typesOf(schema).includes("string") && [
          [],
          "an open enum whose members are not text",
          "Only strings can be open: use type string, or x-open: false.",
        ],
    ],
  ],
  [
    "fitting-values",
    (schema) =>
      [["const", [schema.const]] as const, ["enum", schema.enum ?? []] as const].flatMap(
        ([keyword, values]) =>
          keyword in schema
            ? values.map((value): StyleFinding | false => {
                const fits = typesOf(schema).some((type) =>
                  type === "integer"
                    ? Number.isInteger(value)
                    : (value === null ? "null" : typeof value) === type,
                );
                const cause = `${JSON.stringify(value)} is not of type ${typesOf(schema).join(" or ")}`;
                return !fits && [[keyword], cause, "Fix the value or the type."];
              })
            : [],
      ),
  ],
  [
    "plain-refs",
    (schema) =>
      Object.keys(schema).map(
        (keyword) =>
          "$ref" in schema &&
          keyword !== "$ref" &&
          !isAnnotation(keyword) && [
            [keyword],
            `${keyword} stands next to $ref, and tools disagree on what that means`,
            "Use allOf with the reference, or a separate schema.",
          ],
      ),
  ],
  [
    "composition",
    (schema) => [
      ...(["allOf", "oneOf"] as const).flatMap((keyword) =>
        (schema[keyword] ?? []).map(
          (part, i): StyleFinding | false =>
            !(part.$ref !== undefined && Object.keys(part).length === 1) && [
              [keyword, i],
              `${keyword} holds a schema that is no plain reference`,
              "Give it a name and refer to it.",
            ],
        ),
      ),
      ...Object.keys(schema).map(
        (keyword): StyleFinding | false =>
          "oneOf" in schema &&
          keyword !== "oneOf" &&
          !isAnnotation(keyword) && [
            [keyword],
            `${keyword} stands next to oneOf`,
            "Move it into each of the alternatives.",
          ],
      ),
    ],
  ],
  [
    "object-bases",
    (schema, { types }) =>
      (schema.allOf ?? []).map(({ $ref = "" }, i) => {
        const base = types.get($ref)?.schema;
        const cause = `${$ref} is not an object, so it cannot be a base`;
        return (
          base !== undefined &&
          base.type !== "object" && [["allOf", i], cause, "Refer to an object, or use a field."]
        );
      }),
  ],
  [
    "property-names",
    ({ properties }) =>
      Object.keys(properties ?? {}).map((name) => {
        const isSafe = /^[A-Za-z_$][\w$.-]*$/.test(name) && !(name in Object.prototype);
        const cause = `"${name}" is no field name in every language, or a member of every JavaScript object`;
        return (
          !isSafe && [
            ["properties", name],
            cause,
            "Use letters, digits and underscores, beginning with a letter.",
          ]
        );
      }),
  ],
  [
    "fitting-keywords",
    (schema) => [
      ...Object.entries(FOR).map(([keyword, fits]): StyleFinding | false => {
        const isFitting =
          !(keyword in schema) || !("type" in schema) || typesOf(schema).some((type) => fits.includes(type));
        const cause = `${keyword} says nothing about type ${typesOf(schema).join(" or ")}`;
        return !isFitting && [[keyword], cause, "Fix the type, or leave the keyword out."];
      }),
      typesOf(schema).includes("array") &&
        schema.items === undefined && [[], "a list that does not say what is in it", "Add items."],
      typeof schema.additionalProperties === "object" &&
        !isMap(schema) && [
          ["additionalProperties"],
          "an object that is a record and a map at once",
          "Put the map into a separate field.",
        ],
    ],
  ],
  [
    "sound-bounds",
    (schema) =>
      BOUNDS.map(([low, high]) => {
        const [from, to] = [schema[low], schema[high]];
        const cause = `${low} ${from} is above ${high} ${to}`;
        return (
          from !== undefined && to !== undefined && from > to && [[low], cause, "Exchange them, or fix one."]
        );
      }),
  ],
  [
    "anchored-patterns",
    ({ pattern = "^$" }) => [
      !(PREFIX.test(pattern) || (pattern.startsWith("^") && pattern.endsWith("$"))) && [
        ["pattern"],
        "the pattern may match a part of the text only",
        "Begin it with ^ and end it with $.",
      ],
    ],
  ],
  [
    "declared-required",
    (schema, types) => {
      const known = new Set(fieldsOf(types, schema).map((field) => field.name));
      const { required = [], "x-sent-required": sent = [] } = schema;
      return [...required, ...sent].map((name, i): StyleFinding | false => {
        const keyword = i < required.length ? "required" : "x-sent-required";
        if (!known.has(name)) {
          const cause = `${name} is required, but no field is declared under that name`;
          return [[keyword], cause, "Declare it, or fix the name."];
        }
        const isTwice = i >= required.length && required.includes(name);
        return isTwice && [[keyword], `${name} is required anyway`, "Leave it out of x-sent-required."];
      });
    },
  ],
  [
    "pattern-descriptions",
    ({ pattern, "x-pattern-description": description }) => [
      pattern !== undefined &&
        description === undefined && [
          ["pattern"],
          "the pattern has no description, which is printed where a message is refused",
          "Add `x-pattern-description`.",
        ],
    ],
    "warning",
  ],
];

/** The same rows over every schema of a dialect and each of its parts. */
export const STYLE: readonly Rule<DialectContext>[] = SCHEMA_STYLE.map(([id, find, ...severity]) => [
  id,
  ({ dialect, types }) => {
    const findings: Finding[] = [];
    for (const { file, pointer: top, schema: whole } of dialect.schemas.values()) {
      walk(whole as Schema, top, (schema, pointer) => {
        for (const found of find(schema, { types })) {
          if (found !== false) findings.push([below({ file, pointer }, ...found[0]), found[1], found[2]]);
        }
      });
    }
    return findings;
  },
  ...severity,
]);

/** The types to which each keyword applies. */
const FOR: Readonly<Record<string, readonly string[]>> = {
  ...{
    properties: ["object"],
    required: ["object"],
    "x-sent-required": ["object"],
    additionalProperties: ["object"],
  },
  ...{ allOf: ["object"], items: ["array"], minItems: ["array"], maxItems: ["array"], pattern: ["string"] },
  ...{
    minLength: ["string"],
    maxLength: ["string"],
    minimum: ["integer", "number"],
    maximum: ["integer", "number"],
  },
};

const ANNOTATIONS = ["title", "description", "deprecated", "default", "examples"];
const EXTENSIONS = ["x-open", "x-sent-required", "x-near-misses", "x-pattern-description"];
const KNOWN = new Set([
  "$ref",
  "type",
  "const",
  "enum",
  "oneOf",
  ...Object.keys(FOR),
  ...ANNOTATIONS,
  ...EXTENSIONS,
]);

const BOUNDS = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
] as const;

/** A pattern for a prefix, such as ^https?://, is the only one that needs no end. */
const PREFIX = /^\^[\w:/.?\\-]+$/;

/** The replacement for keywords that tools implement differently. */
const INSTEAD: Readonly<Record<string, string>> = {
  format: "Use a pattern, which all validators check equally.",
  anyOf: "Use oneOf with references to schemas that exclude each other.",
  patternProperties: "Use additionalProperties with the schema of the values.",
  prefixItems: "Use an object with named fields.",
};

function outside(keyword: string): StyleFinding | false {
  // Other members with x- have no effect here, so that a misspelled one would be ignored.
  const near = keyword.startsWith("x-") ? mostSimilar(keyword, EXTENSIONS) : undefined;
  if (keyword.startsWith("x-") && near === undefined) return false;
  const fix =
    near === undefined ? (INSTEAD[keyword] ?? "Leave it out.") : `Write ${near}, or choose another name.`;
  return [[keyword], `the keyword ${keyword} is outside of the style of this specification`, fix];
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.includes(keyword) || keyword.startsWith("x-");
}
