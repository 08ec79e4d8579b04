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

/** Plain data as a TypeScript expression: on one line if it fits, else indented by two spaces a level. */
export function literal(value: Json, width = 120, depth = 0): string {
  return laidOut(value, false, width, depth);
}

/** The same as JSON. */
export function jsonText(value: Json): string {
  return laidOut(value, true, 120, 0);
}

function laidOut(value: Json, isJson: boolean, width: number, depth: number): string {
  const line = oneLine(value, isJson);
  if (line.length + depth * 2 <= width || typeof value !== "object") return line;
  const [pad, end] = ["  ".repeat(depth + 1), "  ".repeat(depth)];
  const members: [prefix: string, member: Json][] = isList(value)
    ? value.map((member) => ["", member])
    : Object.entries(value as JsonObject).map(([key, member]) => [`${keyText(key, isJson)}: `, member]);
  const lines: string[] = [];
  // Members without an object in them share lines; one with an object, such as a row of a table, has its own.
  let isOpen = false;
  members.forEach(([prefix, member], i) => {
    const text = `${prefix}${laidOut(member, isJson, width, depth + 1)}${isJson && i === members.length - 1 ? "" : ","}`;
    const canShare = !text.includes("\n") && !hasObject(member);
    const before = lines.at(-1) ?? "";
    if (isOpen && canShare && before.length + 1 + text.length <= width)
      lines[lines.length - 1] = `${before} ${text}`;
    else lines.push(`${pad}${text}`);
    isOpen = canShare;
  });
  const [open, close] = isList(value) ? "[]" : "{}";
  return `${open}\n${lines.join("\n")}\n${end}${close}`;
}

function hasObject(value: Json): boolean {
  return isList(value) ? value.some(hasObject) : isObject(value);
}

function keyText(name: string, isJson: boolean): string {
  return isJson ? JSON.stringify(name) : propertyKey(name);
}

function oneLine(value: Json, isJson: boolean): string {
  if (isList(value)) return `[${value.map((item) => oneLine(item, isJson)).join(", ")}]`;
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${keyText(key, isJson)}: ${oneLine(member, isJson)}`,
    );
    return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  }
  return typeof value === "string" && !isJson ? quote(value) : JSON.stringify(value);
}

/** JSON whose members have lines of their own down to a depth; below it a value is one line. */
export function jsonRows(value: Json, depth: number, pad = ""): string {
  if (depth === 0 || typeof value !== "object" || value === null || Object.keys(value).length === 0)
    return JSON.stringify(value);
  const isList = Array.isArray(value);
  const lines = Object.entries(value).map(
    ([name, part]) =>
      `${pad} ${isList ? "" : `${JSON.stringify(name)}: `}${jsonRows(part, depth - 1, `${pad} `)}`,
  );
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${pad}${close}`;
}
