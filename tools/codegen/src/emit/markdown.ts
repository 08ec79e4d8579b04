import { isNullable, mainTypes, type Schema } from "../schema/schema.js";

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
