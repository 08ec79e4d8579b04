import { compile, type JSONSchema, type Options } from "json-schema-to-typescript";
import { differsWhenReceived } from "../model/forms.js";
import type { Dialect, NamedType } from "../model/model.js";
import { Code, type Name } from "../print/code.js";
import type { File } from "../print/file.js";
import { hasTwoTypes, receivedType, referredType, sentType } from "./modules.js";
import { type Form, typeSchema } from "./type-schema.js";

const OPTIONS: Partial<Options> = {
  bannerComment: "",
  unreachableDefinitions: true,
  // Prettier would take longer than the rest of the generator.
  format: false,
};

/** The placeholder of a name in the text. json-schema-to-typescript changes some names, but not this form. */
const PLACEHOLDER = /(Name\$\d+)/;

/** The declarations of the types of one dialect, by the name of the type. */
export type Declarations = ReadonlyMap<string, Code>;

/** All types of a dialect in one call of json-schema-to-typescript, whose start takes longer than a type. */
export async function typeDeclarations(dialect: Dialect): Promise<Declarations> {
  const names: Name[] = [];
  const placeholder = (name: Name) => `Name$${names.push(name) - 1}`;
  const definitions: Record<string, JSONSchema> = {};
  const define = (type: NamedType, form: Form, name: Name) => {
    const title = placeholder(name);
    const refer = (target: string) => placeholder(referredType(dialect, target, form));
    definitions[title] = typeSchema({ dialect, form, refer }, type.schema, title);
  };
  for (const type of dialect.types.values()) {
    const onlyReceived = !dialect.isMain && differsWhenReceived(dialect, type.name);
    define(type, onlyReceived ? "received" : "sent", sentType(dialect, type));
    if (hasOwnReceivedType(dialect, type)) define(type, "received", receivedType(dialect, type));
  }
  const root: JSONSchema = { type: "object", additionalProperties: false, definitions };
  const text = await compile(root, "Root", OPTIONS);
  const declarations = text
    // A comment above a declaration is a part of its own, which is left out: the emitter writes its own comments.
    .split(/^(?=(?:\/\*\*\n(?: \*.*\n)+)?export (?:type|interface) )/m)
    .filter((part) => part.startsWith("export ") && PLACEHOLDER.test(part))
    .map((declaration) => {
      const parts = laidOut(declaration).split(PLACEHOLDER);
      const named = parts.map(
        (part, i) => (i % 2 === 1 ? names[Number(part.slice("Name$".length))] : part) ?? part,
      );
      const [, name = ""] = parts;
      return [names[Number(name.slice("Name$".length))]?.text ?? "", new Code(named)] as const;
    });
  return new Map(declarations);
}

/** Declares the type of sent data and, if there is one, the type of received data. */
export function emitTypes(dialect: Dialect, type: NamedType, declarations: Declarations, out: File): void {
  const declare = (name: string) => {
    const declaration = declarations.get(out.declareType(name).text);
    if (declaration === undefined) throw new Error(`no type ${name} was made`);
    out.print`${declaration}`;
  };
  out.doc(type.schema.description ?? "", source(type));
  declare(type.name);
  if (!hasTwoTypes(dialect, type)) return;
  out.print``;
  if (hasOwnReceivedType(dialect, type)) {
    out.doc(`${type.name} as received: unknown fields are ignored, sender-only requirements do not apply.`);
    declare(`${type.name}In`);
  } else {
    out.doc(`${type.name} as received: the same type.`);
    out.print`export type ${out.declareType(`${type.name}In`)} = ${out.declareType(type.name)};`;
  }
}

function hasOwnReceivedType(dialect: Dialect, type: NamedType): boolean {
  return hasTwoTypes(dialect, type) && differsWhenReceived(dialect, type.name);
}

/** Indents unformatted text, which has one member, brace or line of comment a line, and adds semicolons. */
function laidOut(text: string): string {
  let depth = 0;
  const isInterface = text.startsWith("export interface");
  const lines = text
    .replaceAll(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */")
    .replaceAll(/^(.+?\??(?:: | = ))\(([^(){}\n]*)\)$/gm, "$1$2")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const isComment = /^(\/\*\*| \*)/.test(line);
      if (isComment) return "  ".repeat(depth) + line.trimEnd();
      if (/^[})]/.test(line)) depth--;
      const indented = "  ".repeat(depth) + line;
      if (line.endsWith("{")) depth++;
      const endsInterface = isInterface && line === "}" && depth === 0;
      return line.endsWith("{") || endsInterface ? indented : `${indented};`;
    });
  return lines.join("\n");
}

function source(type: NamedType): string {
  const clause = type.schema["x-source"];
  return clause === undefined ? "" : `Source: ${clause}.`;
}
