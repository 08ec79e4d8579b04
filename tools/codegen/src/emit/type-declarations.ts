import { compile, type Options } from "json-schema-to-typescript";
import { differsWhenReceived } from "../model/forms.js";
import type { Dialect, NamedType } from "../model/model.js";
import { Code, type Name } from "../print/code.js";
import type { File } from "../print/file.js";
import { hasReceivedType, referredType } from "./modules.js";
import { type Form, typeSchema } from "./type-schema.js";

const OPTIONS: Partial<Options> = {
  bannerComment: "",
  declareExternallyReferenced: false,
  // Prettier would take longer than the rest of the generator.
  format: false,
  ignoreMinAndMaxItems: true,
};

/** The placeholder of a name in the text. json-schema-to-typescript changes some names, but not this form. */
const PLACEHOLDER = /(Name\$\d+)/;

/** Declares the type of sent data and, if it differs, the type of received data. */
export async function emitTypeDeclarations(dialect: Dialect, type: NamedType, out: File): Promise<void> {
  out.doc(type.schema.description ?? "", source(type));
  await declare(dialect, type, out, "sent");
  if (!hasReceivedType(dialect, type)) return;
  out.print``;
  if (differsWhenReceived(dialect, type.name)) {
    out.doc(`${type.name} as received: unknown fields are ignored, sender-only requirements do not apply.`);
    await declare(dialect, type, out, "received");
  } else {
    out.doc(`${type.name} as received: the same type.`);
    out.print`export type ${out.declareType(`${type.name}In`)} = ${out.declareType(type.name)};`;
  }
}

async function declare(dialect: Dialect, type: NamedType, out: File, form: Form): Promise<void> {
  const names: Name[] = [];
  const placeholder = (name: Name) => `Name$${names.push(name) - 1}`;
  const title = placeholder(out.declareType(form === "sent" ? type.name : `${type.name}In`));
  const refer = (name: string) => placeholder(referredType(dialect, name, form));
  const text = await compile(typeSchema({ types: dialect, form, refer }, type.schema, title), title, OPTIONS);
  const parts = laidOut(text).split(PLACEHOLDER);
  const named = parts.map(
    (part, i) => (i % 2 === 1 ? names[Number(part.slice("Name$".length))] : part) ?? part,
  );
  out.print`${new Code(named)}`;
}

/** Indents unformatted text, which has one member, brace or line of comment a line, and adds semicolons. */
function laidOut(text: string): string {
  let depth = 0;
  const lines = text
    .replaceAll(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */")
    .replaceAll(/^(.+?\??(?:: | = ))\(([^(){}\n]*)\)$/gm, "$1$2")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const isComment = /^(\/\*\*| \*)/.test(line);
      if (isComment) return "  ".repeat(depth) + line.trimEnd();
      if (/^[})]/.test(line)) depth--;
      const indented = "  ".repeat(depth) + line;
      if (line.endsWith("{")) depth++;
      const endsInterface = line === "}" && depth === 0 && /^export interface/m.test(text);
      return line.endsWith("{") || endsInterface ? indented : `${indented};`;
    });
  return lines.join("\n");
}

function source(type: NamedType): string {
  const clause = type.schema["x-source"];
  return clause === undefined ? "" : `Source: ${clause}.`;
}
