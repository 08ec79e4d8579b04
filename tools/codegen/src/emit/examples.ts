import type { Json } from "../json.js";
import type { Dialect, Method, NamedType } from "../model/model.js";
import { pascal } from "../names.js";
import { type Code, code, typeNamed, valueNamed } from "../print/code.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";
import { fieldFaults } from "./invalid-samples.js";
import { wireName } from "./messages.js";
import { examples, examplesModule, faults, nearMisses, runtime, sentType, validator } from "./modules.js";

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
  const { examples: all = [], "x-near-misses": misses = [] } = type.schema;
  const rows = (values: readonly unknown[]) =>
    values.map((value) => `  ${literal(value as Json, 120, 1)},\n`).join("");
  out.print`/** Examples of ${wireName(dialect, type)} in the sent form. */
export const ${examples(dialect, type)}: readonly [${message}, ...${message}[]] = [
${rows(all)}];

/** Changes of the first example after which it is refused, from the specification. */
export const ${nearMisses(dialect, type)}: readonly ${runtime.FieldFault}[] = [
${rows(misses)}];

/** One fault for each constraint that a receiver checks. Each was tried on the examples. */
export const ${faults(dialect, type)}: readonly ${runtime.FieldFault}[] = /* @__PURE__ */ ${runtime.faultsOf}([
${rows(fieldFaults(dialect, type))}]);`;
  return out.render();
}

function emitTable(dialect: Dialect, messages: readonly NamedType[]): Output {
  const out = new File(`${dialect.name}/examples`, dialect.file);
  for (const type of messages) out.exportAll(examplesModule(dialect, type));
  out.print`
/** All examples and faults by message type, for tests of every message. */
export const sampleSets = {`;
  for (const type of messages) {
    const [all, misses] = [examples(dialect, type), nearMisses(dialect, type)];
    const key = propertyKey(wireName(dialect, type));
    out.print`  ${key}: { examples: ${all}, nearMisses: ${misses}, faults: ${faults(dialect, type)} },`;
  }
  out.print`} as const;`;
  return out.render();
}

/** Handlers for msw: every method of the dialect, answered from the examples. */
export function emitMsw(dialect: Dialect): Output {
  const out = new File(`${dialect.name}/msw`, dialect.file);
  const method = typeNamed("MethodName", `${dialect.name}/methods`);
  const answers = `${pascal(dialect.name)}Answers`;
  out.print`/** Replacements for the example replies, by method: a function of the params, or a fixed result. */
export type ${answers} = { readonly [Name in ${method}]?: unknown };

/**
 * msw handlers that answer every method with its first example, in the conversation of the request; wrong params get -32602.
 *
 * @param url the URL of the agent; by default any host's /mcp.
 *
 * @param answers replies instead of the examples, by method.
 */
export function ${dialect.name}Handlers(url = "*/mcp", answers: ${answers} = {}): ${typeNamed("RequestHandler", "package:msw")}[] {
  return ${valueNamed("exampleHandlers", "msw")}(url, exampleMethods, answers);
}

const exampleMethods: Readonly<Record<${method}, ${typeNamed("ExampleMethod", "msw")}>> = {`;
  for (const row of dialect.methods)
    out.print`  ${propertyKey(row.name)}: { validateRequest: ${validator(dialect, row.request)}, reply: ${reply(dialect, row)} },`;
  out.print`};`;
  return out.render();
}

function reply(dialect: Dialect, method: Method): Code {
  const type = method.reply ?? method.ack;
  if (type === null) return code`${literal(null)}`;
  return messagesOf(dialect).includes(type) ? code`${examples(dialect, type)}[0]` : code`{}`;
}
