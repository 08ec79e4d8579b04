import { isList, isObject, type Json, type JsonObject } from "../json.js";

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
  return laidOut(value, { key: propertyKey, text: quote, last: "," }, width, depth);
}

/** The same as JSON. */
export function jsonText(value: Json): string {
  return laidOut(value, { key: JSON.stringify, text: JSON.stringify, last: "" }, 120, 0);
}

interface Style {
  readonly key: (name: string) => string;
  readonly text: (value: string) => string;
  /** What follows the last member of several lines. */
  readonly last: string;
}

function laidOut(value: Json, style: Style, width: number, depth: number): string {
  const line = oneLine(value, style);
  if (line.length + depth * 2 <= width || (!isList(value) && !isObject(value))) return line;
  const inner = (part: Json) => laidOut(part, style, width, depth + 1);
  const parts = isList(value)
    ? value.map(inner)
    : Object.entries(value as JsonObject).map(([key, member]) => `${style.key(key)}: ${inner(member)}`);
  const [pad, end] = ["  ".repeat(depth + 1), "  ".repeat(depth)];
  const lines = parts.map((part, i) => `${pad}${part}${i < parts.length - 1 ? "," : style.last}\n`).join("");
  return isList(value) ? `[\n${lines}${end}]` : `{\n${lines}${end}}`;
}

function oneLine(value: Json, style: Style): string {
  if (isList(value)) return `[${value.map((item) => oneLine(item, style)).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${style.key(key)}: ${oneLine(member, style)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return typeof value === "string" ? style.text(value) : JSON.stringify(value);
}
