/**
 * Common checks are calls of functions in `runtime/checks.ts`, so that a bundle contains them once: texts, numbers,
 * lists, constants and enums. The check of a part reports an undefined value as missing, so that a required field is one call.
 */

const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
/** A pointer: of the part itself, of a field inside of an object, or of a value in a map. */
const POINTER = String.raw`(?:pointer\(path, (?=key\))|path\+(?:pointer\("", )?)(key|"\/\w+"|"\/" \+ key\d+)\)?`;
const VALUE = String.raw`(\w+(?:\.\w+)?)`;

type Rewrite = readonly [RegExp, string | ((...groups: string[]) => string)];

const lines = (...parts: readonly string[]) => new RegExp(`^${parts.join(String.raw`\n`)}$`, "gm");

/** The length and the pattern of a text, in Ajv's order. */
const CONSTRAINTS = String.raw`((?:if\((?:\w|\.)+(?: === ""|\.length > \d+ && countCharacters\(.*\) > \d+)\)\{\n.*\n\}\n|if\(!pattern\d\.test\(.*\)\)\{\nfaults = record\(.*, \{pattern: pattern\d\.source\}\);\n\}\n)*)`;

/** The limits of a number, in Ajv's order. */
const LIMITS = String.raw`((?:\nif\(\(typeof \1 == "number"\) && \(isFinite\(\1\)\)\)\{(?:\nif\(\1 [<>] -?\d+\)\{\nfaults = record\(.*\);\n\})+\n\})?)`;

const REWRITES: readonly Rewrite[] = [
  // A constant, and an enum: the type is checked only for a wrong value.
  [
    lines(
      String.raw`if\(.*\)\{`,
      String.raw`if\(typeof ${VALUE} !== "string"\)\{`,
      String.raw`faults = mistyped\(faults, ${POINTER}, "string"\);`,
      String.raw`\}`,
      String.raw`faults = record\(faults, (?:pointer\(path, key\)|path\+"\/\w+"), "const", \{allowedValue: (.*)\}\);`,
      String.raw`\}`,
    ),
    "faults = constant($1, path, $2, faults, $3);",
  ],
  [
    lines(
      String.raw`if\(.*\)\{`,
      String.raw`if\(typeof ${VALUE} !== "string"\)\{`,
      String.raw`faults = mistyped\(faults, ${POINTER}, "string"\);`,
      String.raw`\}`,
      String.raw`faults = record\(faults, (?:pointer\(path, key\)|path\+"\/\w+"), "enum", \{allowedValues: (.*)\}\);`,
      String.raw`\}`,
    ),
    "faults = member($1, path, $2, faults, $3);",
  ],
  [
    lines(
      String.raw`if\(\(typeof ${VALUE} !== "string"\) && \(\1 !== null\)\)\{`,
      String.raw`faults = mistyped\(faults, ${POINTER}, \["string","null"\]\);`,
      String.raw`\}`,
      String.raw`if\(.*\)\{`,
      String.raw`faults = record\(faults, (?:pointer\(path, key\)|path\+"\/\w+"), "enum", \{allowedValues: (\[(?:.*,)?null\])\}\);`,
      String.raw`\}`,
    ),
    "faults = member($1, path, $2, faults, $3);",
  ],
  // A text, and a text or null.
  [
    new RegExp(
      String.raw`^if\(typeof ${VALUE} === "string"\)\{\n${CONSTRAINTS}\}\nelse \{\nfaults = mistyped\(faults, ${POINTER}, "string"\);\n\}$`,
      "gm",
    ),
    (_, value = "", constraints = "", key = "") => text(value, key, constraints),
  ],
  [
    new RegExp(
      String.raw`^if\(\(typeof ${VALUE} !== "string"\) && \(\1 !== null\)\)\{\nfaults = mistyped\(faults, ${POINTER}, \["string","null"\]\);\n\}\nif\(typeof \1 === "string"\)\{\n${CONSTRAINTS}\}$`,
      "gm",
    ),
    (_, value = "", key = "", constraints = "") => text(value, key, constraints, true),
  ],
  [
    lines(
      String.raw`if\(\(typeof ${VALUE} !== "string"\) && \(\1 !== null\)\)\{`,
      String.raw`faults = mistyped\(faults, ${POINTER}, \["string","null"\]\);`,
      String.raw`\}`,
    ),
    (_, value = "", key = "") => text(value, key, "", true),
  ],
  [
    lines(
      String.raw`if\(typeof ${VALUE} !== "string"\)\{`,
      String.raw`faults = mistyped\(faults, ${POINTER}, "string"\);`,
      String.raw`\}`,
    ),
    (_, value = "", key = "") => text(value, key, ""),
  ],
  // A whole number, and a whole number or null.
  [
    new RegExp(
      String.raw`^if\(!\(Number\.isInteger\(${VALUE}\)\)\)\{\nfaults = mistyped\(faults, ${POINTER}, "integer"\);\n\}${LIMITS}$`,
      "gm",
    ),
    (_, value = "", key = "", limits = "") => integer(value, key, limits),
  ],
  [
    new RegExp(
      String.raw`^if\(\(!\(Number\.isInteger\(${VALUE}\)\)\) && \(\1 !== null\)\)\{\nfaults = mistyped\(faults, ${POINTER}, \["integer","null"\]\);\n\}${LIMITS}$`,
      "gm",
    ),
    (_, value = "", key = "", limits = "") => integer(value, key, limits, true),
  ],
  // A list in which each item has a separate schema.
  [
    lines(
      String.raw`if\(Array\.isArray\((data\d+)\)\)\{`,
      String.raw`const (len\d+) = \1\.length;`,
      String.raw`for\(let (i\d+)=0; \3<\2; \3\+\+\)\{`,
      String.raw`faults = (check\d+)\(\1\[\3\], path\+"(\/\w+)\/" \+ \3, "", faults\);`,
      String.raw`\}`,
      String.raw`\}`,
      String.raw`else \{`,
      String.raw`faults = mistyped\(faults, path\+"\5", "array"\);`,
      String.raw`\}`,
    ),
    'faults = items($1, path, "$5", faults, $4);',
  ],
  [/mistyped\(faults, pointer\(path, key\), (.*)\);$/gm, "mistyped(data, path, key, faults, $1);"],
  [
    new RegExp(String.raw`mistyped\(faults, (path\+.*), (${QUOTED}|\[.*\])\);$`, "gm"),
    'record(faults, $1, "type", {type: $2});',
  ],
  // A field that is used once needs no variable.
  [
    /^let (data\d+) = (data\.\w+|data\[key\d+\]);\n((?:if\(.*\1.*\)\{\n)?)(faults = (?:text|integer|items|constant|member)\(\1, .*\);)$/gm,
    rename,
  ],
  // A required field.
  [
    /^if\((.+) === undefined\)\{\nfaults = missing\(faults, path, "(\w+)"\);\n\}\nelse \{\n((?:if\(.*\)\{\n)?faults = \w+\(\1, path, "\/\2", faults.*\);(?:\n\})?)\n\}$/gm,
    "$3",
  ],
];

/** @param checkText text of a function `check(data, path, key, faults)`. */
export function withSharedChecks(checkText: string): string {
  const rewritten = REWRITES.reduce(
    (before, [long, short]) =>
      typeof short === "string" ? before.replaceAll(long, short) : before.replaceAll(long, short),
    checkText,
  );
  return (
    missingAware(rewritten)
      .replaceAll(
        /\bmistyped\(faults, (path.*), ("\w+"|\[.*\])\);$/gm,
        'record(faults, $1, "type", {type: $2});',
      )
      // Each check adds to the given list.
      .replaceAll(/^(return )?(?:faults = )?(\w+\(.*\bfaults\b.*\));$/gm, "$1$2;")
      .replace(/return faults;\n\}\s*$/, "}")
      .replaceAll(/^return faults;$/gm, "return;")
      .replaceAll(/^(data\d*) = own\(\1\);$/gm, "$1 = own($1) || {...$1};")
      .replaceAll(/\b(record\(faults, .*), \{\w+: (.*)\}\);$/gm, "$1, $2);")
  );
}

/**
 * The check of an object returns its fields, or undefined for another value, so that a check that begins with the check of its
 * base uses the same fields. Any other check tests first whether the part exists.
 */
function missingAware(checkText: string): string {
  const object =
    /^path \+= key;\n((?:faults = check\d+\(data, path, "", faults\);\n)*)if\(isObject\(data\)\)\{\n(?:data = own\(data\);\n)?(.*)\}\nelse \{\nfaults = mistyped\(faults, path, "object"\);\n\}\n(?=return faults;)/ms;
  const [, bases, body] = object.exec(checkText) ?? [];
  if (bases !== undefined && body !== undefined) {
    const calls = bases.replaceAll('path, ""', "path, key").trimEnd();
    const first = calls === "" ? "faults = ownFields(data, path, key, faults);" : calls;
    const [, read] = /\bdata\.(\w+)/.exec(body) ?? [];
    const isPlain = read === undefined ? "" : `data && own(data, data.${read}) || `;
    const opened = `${first
      .replace(/^faults(?= = [^\n]*$)/m, "const fields")
      .replace("= ownFields(", `= ${isPlain}ownFields(`)}\nif(!fields) return;`;
    const fields = body
      .replaceAll(/\bdata\b(?=\.|\[|\)|, key\d)/g, "fields")
      // Inherited members are already omitted.
      .replaceAll(/^if\(!Object\.hasOwn\(fields, key\d+\)\) continue;\n/gm, "");
    return checkText
      .replace(object, () => `${opened}\npath += key;\n${fields}`)
      .replace(/return faults;\n\}\s*$/, "return fields;\n}");
  }
  const asks =
    /^[^\n]*\n(if\(data !== null\)\{\n)?faults = (text|integer|constant|member)\(data, |mistyped\(data, /;
  if (asks.test(checkText)) return checkText;
  return checkText.replace(
    /^.*\{\n/,
    '$&if(data === undefined && key !== ""){\nreturn mistyped(data, path, key, faults);\n}\n',
  );
}

function text(value: string, key: string, constraints: string, isNullable = false): string {
  const least = /=== ""/.test(constraints) ? "1" : "0";
  const most = / > (\d+)\)\{$/m.exec(constraints)?.[1] ?? "Infinity";
  const pattern = /(pattern\d)\.test/.exec(constraints)?.[1] ?? "undefined";
  const values = [least, most, pattern, String(isNullable)];
  return call("text", [value, "path", key, "faults"], values, ["0", "Infinity", "undefined", "false"]);
}

function integer(value: string, key: string, limits: string, isNullable = false): string {
  const least = / < (-?\d+)\)/.exec(limits)?.[1] ?? "-Infinity";
  const most = / > (-?\d+)\)/.exec(limits)?.[1] ?? "Infinity";
  const values = [least, most, String(isNullable)];
  return call("integer", [value, "path", key, "faults"], values, ["-Infinity", "Infinity", "false"]);
}

/** Leaves out default values at the end. */
function call(name: string, given: readonly string[], values: string[], defaults: readonly string[]): string {
  while (values.length > 0 && values.at(-1) === defaults[values.length - 1]) values.pop();
  return `faults = ${name}(${[...given, ...values].join(", ")});`;
}

function rename(_: string, name = "", field = "", condition = "", call = ""): string {
  return `${condition}${call}`.replaceAll(new RegExp(`\\b${name}\\b`, "g"), field);
}
