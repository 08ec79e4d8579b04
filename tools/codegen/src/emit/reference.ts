import { fieldsOf, messageTypeOf } from "../model/fields.js";
import type { Dialect, Exchange, NamedType } from "../model/model.js";
import { type Output, PREAMBLE } from "../print/file.js";
import { jsonText } from "../print/literal.js";
import { basesOf, isNullable, isRecord, mainTypes, type Schema } from "../schema/schema.js";

/** The dialect as a reference page: the methods, and every message with its fields, examples and near misses. */
export function emitReference(dialect: Dialect): Output {
  const types = [...dialect.types.values()];
  const parts = [
    `<!-- ${PREAMBLE} ${dialect.file}. Do not edit. -->`,
    `# ${String((dialect.document.info as { title?: string } | undefined)?.title ?? dialect.name)}`,
    "## Methods",
    methodTable(dialect),
    ...(dialect.routes.length === 0 ? [] : ["## Plain HTTP", routeTable(dialect)]),
    "## Messages",
    ...types.filter((type) => type.isMessage).flatMap((type) => section(dialect, type)),
    "## Shared schemas",
    ...types.filter((type) => !type.isMessage).flatMap((type) => section(dialect, type)),
  ];
  return { path: `reference/${dialect.name}.md`, text: `${parts.join("\n\n")}\n` };
}

function methodTable(dialect: Dialect): string {
  const rows = dialect.methods.flatMap((method) =>
    [method, ...method.forms].map((exchange) => [
      code(method.name),
      `${names(method.from)} → ${names(method.to)}`,
      link(exchange.request.name),
      answer(exchange.reply, exchange === method ? method.ack : null),
      exchange.deadlineMs === null ? "–" : `${exchange.deadlineMs / 1000} s`,
      retries(exchange),
      method.source,
    ]),
  );
  return markdownTable(["method", "from → to", "request", "reply", "deadline", "retries", "source"], rows);
}

/** The reply; for a notification, in brackets, its acknowledgement if it has an id. */
function answer(reply: NamedType | null, ack: NamedType | null): string {
  if (reply !== null) return link(reply.name);
  return ack === null ? "–" : `– (${link(ack.name)})`;
}

function retries({ bestEffort, retries: count, retryPauseMs }: Exchange): string {
  if (bestEffort) return "best effort";
  if (count === 0) return "none";
  return `${count}, ${retryPauseMs === null ? "with backoff" : `${retryPauseMs / 1000} s apart`}`;
}

function routeTable(dialect: Dialect): string {
  const rows = dialect.routes.map((route) => [
    code(`${route.verb} ${route.path}`),
    route.summary,
    route.request === null ? "–" : link(route.request.name),
    route.reply === null ? "–" : link(route.reply.name),
  ]);
  return markdownTable(["route", "what for", "body", "answer"], rows);
}

function section(dialect: Dialect, type: NamedType): string[] {
  const { schema } = type;
  const wire = messageTypeOf(dialect, schema);
  const about = [
    ...(wire === undefined ? [] : [`Message type ${code(wire)}.`]),
    ...basesOf(schema).map((base) => `Carries the fields of ${link(base)}.`),
    ...(schema["x-source"] === undefined ? [] : [`Source: ${schema["x-source"]}.`]),
  ].join(" ");
  return [
    `### ${type.name}`,
    (schema.description ?? "").trim(),
    about,
    isRecord(schema) ? fieldTable(dialect, type) : `${describeSchema(schema)}.`,
    ...exampleOf(type),
    ...nearMisses(type),
  ].filter((text) => text !== "");
}

function fieldTable(dialect: Dialect, type: NamedType): string {
  const rows = fieldsOf(dialect, type.schema)
    .filter((field) => field.from === null || field.sentRequired !== field.required)
    .map((field) => [
      code(field.name),
      describeSchema(field.schema),
      field.required ? "yes" : field.sentRequired ? "when sent" : "no",
      (field.schema.description ?? "").trim().replaceAll("|", "\\|").replaceAll(/\s+/g, " "),
    ]);
  return markdownTable(["field", "type", "required", "meaning"], rows);
}

function exampleOf(type: NamedType): string[] {
  const [example] = type.schema.examples ?? [];
  return example === undefined ? [] : [`\`\`\`json\n${jsonText(example)}\n\`\`\``];
}

function nearMisses(type: NamedType): string[] {
  const misses = type.schema["x-near-misses"] ?? [];
  if (misses.length === 0) return [];
  const lines = misses.map((miss) => {
    const change = miss.remove === true ? "left out" : `= ${code(JSON.stringify(miss.set))}`;
    return `- ${miss.label}: ${code(miss.pointer || "the whole")} ${change} (${miss.keyword})`;
  });
  return ["Nearly right, and refused:", lines.join("\n")];
}

function names(roles: readonly string[]): string {
  return roles.map((role) => role.replaceAll("_", " ")).join(", ");
}

/** A short description of a schema in Markdown: its type or a link to it, and its bounds. */
export function describeSchema(schema: Schema): string {
  if (schema.$ref !== undefined) return link(schema.$ref);
  if (schema.oneOf !== undefined) return schema.oneOf.map(describeSchema).join(" or ");
  if (schema.const !== undefined) return code(schema.const);
  const main =
    schema.enum !== undefined
      ? members(schema)
      : mainTypes(schema)
          .map((type) => plain(schema, type))
          .join(" or ");
  const nothing = isNullable(schema) && schema.enum === undefined ? " or null" : "";
  return `${main || "anything"}${bounds(schema)}${nothing}`;
}

function members(schema: Schema): string {
  const list = (schema.enum ?? []).map(code).join(", ");
  return schema["x-open"] === true ? `${list} (a receiver accepts others)` : list;
}

function plain(schema: Schema, type: string): string {
  if (type === "array") return `list of ${describeSchema(schema.items ?? {})}`;
  if (type !== "object") return type;
  const rest = schema.additionalProperties;
  return typeof rest === "object" ? `map to ${describeSchema(rest)}` : "object";
}

function bounds(schema: Schema): string {
  const limits = [
    range(schema.minimum, schema.maximum, ""),
    range(schema.minLength, schema.maxLength, " character", "s"),
    range(schema.minItems, schema.maxItems, " entr", "ies", "y"),
    schema.pattern === undefined ? "" : `matching ${code(schema.pattern)}`,
  ].filter((text) => text !== "");
  return limits.length === 0 ? "" : `, ${limits.join(", ")}`;
}

/** "1 to 40 characters", "at least 1 entry". */
function range(from: number | undefined, to: number | undefined, unit: string, many = "", one = ""): string {
  const counted = (n: number) => `${n}${unit}${n === 1 ? one : many}`;
  if (from !== undefined && to !== undefined) return `${from} to ${counted(to)}`;
  if (from !== undefined) return `at least ${counted(from)}`;
  return to === undefined ? "" : `at most ${counted(to)}`;
}

export function link(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

/** Code in Markdown, safe inside of a table. */
export function code(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `\`${text.replaceAll("|", "\\|")}\``;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
