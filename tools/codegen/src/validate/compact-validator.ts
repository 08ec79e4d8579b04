/** Makes Ajv's code shorter and faster, because browsers load it and it runs for every message. */

/** A text between quotes, in Ajv's code. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;

/** Ajv's code → shorter code with the same effect, in this order: later rules apply to the results of earlier ones. */
const REWRITES: readonly (readonly [long: RegExp, short: string])[] = [
  // A fault is a constant, two branches and a counter.
  [
    new RegExp(
      String.raw`const (err\d+) = \{instancePath(:.*?)?,schemaPath:${QUOTED},keyword:("\w+"),params:(\{.*\})\};\n` +
        String.raw`if\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;`,
      "g",
    ),
    "vErrors = record(vErrors, instancePath$2, $3, $4);\nerrors++;",
  ],
  [/\binstancePath:instancePath/g, "instancePath"],
  [/record\(vErrors, (.*), "required", \{missingProperty: (".*")\}\);/g, "missing(vErrors, $1, $2);"],
  [/record\(vErrors, (.*), "type", \{type: (.*)\}\);/g, "mistyped(vErrors, $1, $2);"],
  [/\{comparison: "[<>]=", limit: /g, "{limit: "],
  [
    /^vErrors = vErrors === null \? (.*)\.errors : vErrors\.concat\(\1\.errors\);$/gm,
    "vErrors = joined(vErrors, $1.errors);",
  ],
  // The path is the only parameter that is used.
  [/\{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, 'instancePath=""'],
  [
    new RegExp(
      String.raw`\{(instancePath[^{}]*?),parentData(?::\w+)?,parentDataProperty(?::(?:\w+|${QUOTED}))?,rootData\}`,
      "g",
    ),
    "$1",
  ],
  [/(\w+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g, "escaped($1)"],
  // The same as `Object.keys`, without inherited keys, but faster.
  [
    /^for\(const (\w+) of Object\.keys\((\w+)\)\)\{$/gm,
    "for(const $1 in $2){\nif(!Object.hasOwn($2, $1)) continue;",
  ],
  // Checks of types with functions of JavaScript.
  [/(\w+) && typeof \1 == "object" && !Array\.isArray\(\1\)/g, "isObject($1)"],
  [
    /\(\(typeof (\S+) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)/g,
    "Number.isInteger($1)",
  ],
  [/^if\((\S+) ([<>]=?) (\S+) \|\| isNaN\(\1\)\)\{$/gm, "if($1 $2 $3){"],
];

/** Rewrites one whole function. */
export function compactValidator(text: string): string {
  const short = REWRITES.reduce((before, [long, compact]) => before.replaceAll(long, compact), text);
  return withPath(withFaults(constantsFirst(short.includes("_errs") ? short : withoutCounter(short))));
}

/** Replaces the faults of each rule by additions to one list, which is passed to the checks of parts. */
function withFaults(text: string): string {
  return text
    .replaceAll(
      /^if\(!\((\w+)\((.+), (instancePath.*)\)\)\)\{\nvErrors = joined\(vErrors, \1\.errors\);\n(errors = vErrors\.length;\n)?\}/gm,
      (_, check: string, data: string, path: string, counted: string | undefined) =>
        `vErrors = ${check}(${data}, ${path}, vErrors);${counted === undefined ? "" : `\n${COUNT}`}`,
    )
    .replace("let vErrors = null;\n", "")
    .replace("let errors = 0;", `let ${COUNT}`)
    .replace(/^\w+\.errors = vErrors;\nreturn .*;$/m, "return vErrors;")
    .replaceAll(
      /^if\(vErrors !== null\)\{\nif\((\w+)\)\{\nvErrors\.length = \1;\n\}\nelse \{\nvErrors = null;\n\}\n\}$/gm,
      "vErrors.length = $1;",
    )
    .replaceAll(/\bvErrors\b/g, "faults");
}

const COUNT = "errors = vErrors.length;";

/**
 * Builds a pointer only for a fault and not for each checked part, because most messages have no fault. A part gets the
 * pointer of the whole and its own key.
 */
function withPath(text: string): string {
  const parts = text
    .replace(/\(data, instancePath=""\)/, "(data, path, key, faults)")
    // The last step is the key. A key that is escaped already is part of the path.
    .replaceAll(/(= \w+\(.+, )instancePath\+("\/\w+"), faults\);$/gm, "$1path, $2, faults);")
    .replaceAll(/(= \w+\(.+, )instancePath\+"\/" \+ (i\d+), faults\);$/gm, '$1path, "/" + $2, faults);')
    .replaceAll(
      /(= \w+\(.+, )instancePath\+"\/" \+ escaped\((\w+)\), faults\);$/gm,
      '$1path, "/" + $2, faults);',
    )
    .replaceAll(/(= \w+\(.+, instancePath\+.+), faults\);$/gm, '$1, "", faults);')
    .replaceAll(
      /(= check\w*\(.+, |= \w*validate\w*\(.+, )instancePath, faults\);$/gm,
      '$1path, "", faults);',
    );
  const isWhole = /\binstancePath\+|, path, "/.test(parts);
  const opened = isWhole ? parts.replace(/^.*\(data, path, key, faults\)\{\n/, "$&path += key;\n") : parts;
  return opened
    .replaceAll(/\binstancePath\b/g, isWhole ? "path" : "pointer(path, key)")
    .replaceAll(/"\/" \+ escaped\((\w+)\)/g, 'pointer("", "/" + $1)');
}

/** Checks the value of a constant first, because an equal value has the correct type. */
function constantsFirst(text: string): string {
  return text.replaceAll(
    new RegExp(
      String.raw`^if\(typeof (\S+) !== "string"\)\{\n(vErrors = .*;\n(?:errors\+\+;\n)?)\}\nif\((${QUOTED} !== \1|!\(.*\1 === ${QUOTED}.*\))\)\{\n`,
      "gm",
    ),
    'if($3){\nif(typeof $1 !== "string"){\n$2}\n',
  );
}

/** Removes the counter of faults, which is needed only if alternatives are tried. */
function withoutCounter(text: string): string {
  return text
    .replaceAll(/^(?:let errors = 0|errors\+\+|errors = vErrors\.length);\n/gm, "")
    .replaceAll("return errors === 0;", "return vErrors === null;");
}

/**
 * Ajv checks at each use of a field whether it exists and whether it is inherited. Here `own` does the second check
 * once for each object, and a required field is checked once.
 * @param hasOwn Ajv's name for `hasOwnProperty`.
 */
export function ownFields(text: string, hasOwn: string): string {
  const field = String.raw`(\w+(?:\.\w+|\[${QUOTED}\]))`;
  const isOwn = String.raw`${hasOwn}\.call\(\w+, ${QUOTED}\)`;
  const asked = text
    .replaceAll(
      new RegExp(String.raw`\(${field} === undefined\) \|\| \(!\(${isOwn}\)\)`, "g"),
      "$1 === undefined",
    )
    .replaceAll(new RegExp(`${field} !== undefined && ${isOwn}`, "g"), "$1 !== undefined")
    .replaceAll(/^if\(isObject\((\w+)\)\)\{$/gm, "$&\n$1 = own($1);");
  return requiredOnce(asked);
}

/** Merges the check for a missing field and the later check for an existing field into one condition. */
function requiredOnce(text: string): string {
  const questions = [
    ...text.matchAll(/^if\((.+) === undefined\)\{\nfaults = missing\(.*\);\n(?:errors\+\+;\n)?\}\n/gm),
  ];
  return questions.reduce((merged, [question, field]) => {
    const present = `if(${field} !== undefined){\n`;
    if (!merged.includes(present)) return merged;
    return merged.replace(question, "").replace(present, () => `${question}else {\n`);
  }, text);
}

/** Counts characters only if the number of UTF-16 units, which is never smaller, is above the limit. */
export function countedSeldom(text: string): string {
  return text
    .replaceAll(/countCharacters\((\w+(?:\.\w+)?)\) < 1\b/g, '$1 === ""')
    .replaceAll(/countCharacters\((\w+(?:\.\w+)?)\) > (\d+)/g, "$1.length > $2 && countCharacters($1) > $2");
}
