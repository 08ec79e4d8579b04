import type { Json } from "../json.js";
import type { Dialect, Method, NamedType } from "../model/model.js";
import { pascal, valueName } from "../names.js";
import { type Code, code, type Printable, typeNamed, valueNamed } from "../print/code.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";
import { fieldFaults } from "./invalid-samples.js";
import { wireName } from "./messages.js";
import { examples, examplesModule, runtime, sampleSet, sentType, validator } from "./modules.js";

/** One module a message: examples, near misses, and one fault for each constraint. */
export function emitExamples(dialect: Dialect): Output[] {
  const messages = messagesOf(dialect);
  return [...messages.map((type) => emitOne(dialect, type)), emitTable(dialect, messages)];
}

/** The schemas with examples, which are the whole messages. */
export function messagesOf(dialect: Dialect): NamedType[] {
  return [...dialect.types.values()].filter(
    (type) => type.isMessage && (type.schema.examples?.length ?? 0) > 0,
  );
}

function emitOne(dialect: Dialect, type: NamedType): Output {
  const out = new File(examplesModule(dialect, type), type.file);
  const message = sentType(dialect, type);
  const { examples: all = [], "x-near-misses": nearMisses = [] } = type.schema;
  const list = (
    part: string,
    of: Printable,
    values: readonly unknown[],
    [open, close]: [Printable, string],
  ) => {
    out.print`export const ${out.declareValue(`${valueName(type.name)}${part}`)}: readonly ${of} = ${open}[`;
    for (const value of values) out.print`  ${literal(value as Json, 120, 1)},`;
    out.print`]${close};`;
  };
  out.doc(`Examples of ${wireName(dialect, type)} in the sent form.`);
  list("Examples", code`[${message}, ...${message}[]]`, all, ["", ""]);
  out.print``;
  out.doc("Changes of the first example after which it is refused, from the specification.");
  list("NearMisses", code`${runtime.FieldFault}[]`, nearMisses, ["", ""]);
  out.print``;
  out.doc("One fault for each constraint that a receiver checks. Each was tried on the examples.");
  const made = code`/* @__PURE__ */ ${runtime.faultsOf}(`;
  list("Faults", code`${runtime.FieldFault}[]`, fieldFaults(dialect, type), [made, ")"]);
  return out.render();
}

function emitTable(dialect: Dialect, messages: readonly NamedType[]): Output {
  const out = new File(`${dialect.name}/examples`, dialect.file);
  for (const type of messages) out.exportAll(examplesModule(dialect, type));
  out.print``;
  out.doc("All examples and faults by message type, for tests of every message.");
  out.print`export const ${out.declareValue("sampleSets")} = {`;
  for (const type of messages) {
    const [nearMisses, faults] = [sampleSet(dialect, type, "NearMisses"), sampleSet(dialect, type, "Faults")];
    out.print`  ${propertyKey(wireName(dialect, type))}: { examples: ${examples(dialect, type)}, nearMisses: ${nearMisses}, faults: ${faults} },`;
  }
  out.print`} as const;`;
  return out.render();
}

const server = {
  ExampleAnswers: typeNamed("ExampleAnswers", "example-server"),
  ExampleMethod: typeNamed("ExampleMethod", "example-server"),
  answerFromExamples: valueNamed("answerFromExamples", "example-server"),
};

/** Handlers for msw: every method of the dialect, answered from the examples. */
export function emitMsw(dialect: Dialect): Output {
  const out = new File(`${dialect.name}/msw`, dialect.file);
  const http = valueNamed("http", "package:msw");
  const response = valueNamed("HttpResponse", "package:msw");
  const handler = typeNamed("RequestHandler", "package:msw");
  const method = typeNamed("MethodName", `${dialect.name}/methods`);
  out.doc("Replacements for the example replies, by method: a function of the params, or a fixed result.");
  out.print`export type ${out.declareType(`${pascal(dialect.name)}Answers`)} = { readonly [Name in ${method}]?: unknown };\n`;
  out.doc(
    "msw handlers that answer every method with its first example, in the conversation of the request; wrong params get -32602.",
    "@param url the URL of the agent; by default any host's /mcp.",
    "@param answers replies instead of the examples, by method.",
  );
  const name = out.declareValue(`${dialect.name}Handlers`);
  out.print`export function ${name}(url = "*/mcp", answers: ${pascal(dialect.name)}Answers = {}): ${handler}[] {
  return [
    ${http}.post(url, async ({ request }) => {
      const { status, body } = ${server.answerFromExamples}(await request.json(), exampleMethods, answers as ${server.ExampleAnswers});
      return body === undefined ? new ${response}(null, { status }) : ${response}.json(body, { status });
    }),
  ];
}
`;
  out.print`const ${out.declareValue("exampleMethods")}: Readonly<Record<${method}, ${server.ExampleMethod}>> = {`;
  for (const row of dialect.methods) {
    out.print`  ${propertyKey(row.name)}: { validateRequest: ${validator(dialect, row.request)}, reply: ${reply(dialect, row)} },`;
  }
  out.print`};`;
  return out.render();
}

function reply(dialect: Dialect, method: Method): Code {
  const type = method.reply ?? method.ack;
  if (type === null) return code`${literal(null)}`;
  return messagesOf(dialect).includes(type) ? code`${examples(dialect, type)}[0]` : code`{}`;
}
