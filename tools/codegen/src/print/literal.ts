import { isList, isObject, type Json } from "../json.js";

/** Text between quotes, safe inside of any TypeScript file. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** A property's name, without quotes if the language allows it. `__proto__` is an ordinary key only in brackets. */
export function propertyKey(name: string): string {
  if (name === "__proto__") return `["__proto__"]`;
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : quote(name);
}

/** Access to a property: `.name` or `["strange name"]`. */
export function propertyAccess(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? `.${name}` : `[${quote(name)}]`;
}

/** Plain data as a TypeScript expression: short values on one line, longer ones indented by two spaces a level. */
export function literal(value: Json, width = 120, depth = 0): string {
  const line = oneLine(value);
  if (line.length + depth * 2 <= width) return line;
  const pad = "  ".repeat(depth + 1);
  const end = "  ".repeat(depth);
  if (isList(value)) {
    return `[\n${value.map((item) => `${pad}${literal(item, width, depth + 1)},\n`).join("")}${end}]`;
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${pad}${propertyKey(key)}: ${literal(member, width, depth + 1)},\n`,
    );
    return `{\n${members.join("")}${end}}`;
  }
  return line;
}

function oneLine(value: Json): string {
  if (isList(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => `${propertyKey(key)}: ${oneLine(member)}`);
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return typeof value === "string" ? quote(value) : JSON.stringify(value);
}
