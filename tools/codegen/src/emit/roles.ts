import type { Dialect, Exchange, Method } from "../model/model.js";
import { camel, kebab } from "../names.js";
import { type Code, code, indent, join, type Printable } from "../print/code.js";
import { File, type Output } from "../print/file.js";
import { literal, propertyKey } from "../print/literal.js";
import { exchangeRow, methodRow } from "./methods.js";
import { validator } from "./modules.js";

/**
 * For each role, the methods that it serves and the methods that it calls, with their validators. The bundle of a program with one
 * role contains only that role's validators; with single rows, only the validators of these.
 */
export function emitRoles(dialect: Dialect): Output[] {
  return dialect.roles.map((role) => {
    const out = new File(`${dialect.name}/roles/${kebab(role)}`, dialect.source);
    const who = `${/^[aeiou]/.test(role) ? "an" : "a"} ${role.replaceAll("_", " ")}`;
    const [serves, calls] = [`${camel(role)}Serves`, `${camel(role)}Calls`];
    emitTable(dialect, out, serves, `The methods that ${who} answers.`, (method) => method.to.includes(role));
    out.print``;
    emitTable(dialect, out, calls, `The methods that ${who} calls.`, (method) => method.from.includes(role));
    return out.render();
  });
}

function emitTable(
  dialect: Dialect,
  out: File,
  name: string,
  doc: string,
  has: (method: Method) => boolean,
): void {
  const methods = dialect.methods.filter(has);
  for (const method of methods) {
    out.doc(`The row of ${method.name} in \`${name}\`.`);
    out.print`export const ${out.declareValue(rowName(name, method))} = ${entry(dialect, method)} as const;\n`;
  }
  out.doc(doc);
  out.print`export const ${out.declareValue(name)} = {`;
  for (const method of methods) out.print`  ${propertyKey(method.name)}: ${rowName(name, method)},`;
  out.print`} as const;`;
}

/** For example `playerServesNotifyRound`; a bundler leaves out the unused rows. */
function rowName(table: string, method: Method): string {
  return `${table}${method.label}`;
}

function entry(dialect: Dialect, method: Method): Code {
  const { forms: _, ...row } = methodRow(dialect, method);
  const forms = method.forms.map((form) =>
    object([...plain(exchangeRow(dialect, form)), ...checks(dialect, form)]),
  );
  const list = forms.length === 0 ? code`[]` : code`[${join(forms, ", ")}]`;
  const ack = method.ack === null ? code`null` : code`${validator(dialect, method.ack)}`;
  return object([...plain(row), ...checks(dialect, method), ["validateAck", ack], ["forms", list]]);
}

function checks(dialect: Dialect, exchange: Exchange): [string, Printable][] {
  const reply = exchange.reply === null ? "null" : validator(dialect, exchange.reply);
  return [
    ["validateRequest", validator(dialect, exchange.request)],
    ["validateReply", reply],
  ];
}

function plain(row: Readonly<Record<string, Parameters<typeof literal>[0]>>): [string, Printable][] {
  return Object.entries(row).map(([key, value]) => [key, literal(value)]);
}

function object(members: readonly [string, Printable][]): Code {
  const lines = members.map(([key, value]) => code`${propertyKey(key)}: ${value},`);
  return code`${indent(code`{\n${join(lines, "\n")}`)}\n}`;
}
