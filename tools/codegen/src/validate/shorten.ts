/** Ajv's code said in fewer words: its text is read by people, loaded by browsers, and run for every message. */

/** A text between quotes, in Ajv's code. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;

/** What Ajv writes → what says the same. In this order: later ones work on the results of earlier ones. */
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
  // Of the parameters, only the path is read.
  [/\{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, 'instancePath=""'],
  [
    new RegExp(
      String.raw`\{(instancePath[^{}]*?),parentData(?::\w+)?,parentDataProperty(?::(?:\w+|${QUOTED}))?,rootData\}`,
      "g",
    ),
    "$1",
  ],
  [/(\w+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g, "escaped($1)"],
  // Types, in JavaScript's own words.
  [/(\w+) && typeof \1 == "object" && !Array\.isArray\(\1\)/g, "isObject($1)"],
  [
    /\(\(typeof (\S+) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)/g,
    "Number.isInteger($1)",
  ],
  [/^if\((\S+) ([<>]=?) (\S+) \|\| isNaN\(\1\)\)\{$/gm, "if($1 $2 $3){"],
];

/** The whole of one function. */
export function shorten(text: string): string {
  const short = REWRITES.reduce((before, [long, said]) => before.replaceAll(long, said), text);
  return short.includes("_errs") ? short : withoutCounter(short);
}

/** Only where alternatives are tried does the number of faults say more than the list itself. */
function withoutCounter(text: string): string {
  return text
    .replaceAll(/^(?:let errors = 0|errors\+\+|errors = vErrors\.length);\n/gm, "")
    .replaceAll("return errors === 0;", "return vErrors === null;");
}

/**
 * Ajv asks at each use of a field whether it is there and whether it is the object's own. Here `own` answers the second question
 * once an object, and a required field is asked for once.
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

/** "If it is missing, that is a fault", and further down "if it is there, look at it", become one question. */
function requiredOnce(text: string): string {
  const questions = [
    ...text.matchAll(/^if\((.+) === undefined\)\{\nvErrors = missing\(.*\);\n(?:errors\+\+;\n)?\}\n/gm),
  ];
  return questions.reduce((merged, [question, field]) => {
    const present = `if(${field} !== undefined){\n`;
    if (!merged.includes(present)) return merged;
    return merged.replace(question, "").replace(present, () => `${question}else {\n`);
  }, text);
}

/** A text has as many characters as it has units, or fewer: most are short enough to need no counting. */
export function countedSeldom(text: string): string {
  return text
    .replaceAll(/countCharacters\((\w+(?:\.\w+)?)\) < 1\b/g, '$1 === ""')
    .replaceAll(/countCharacters\((\w+(?:\.\w+)?)\) > (\d+)/g, "$1.length > $2 && countCharacters($1) > $2");
}
