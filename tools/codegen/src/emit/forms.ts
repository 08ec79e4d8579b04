import type { FormTables } from "../model/model.js";
import { File, type Output } from "../print/file.js";
import { literal } from "../print/literal.js";

/** The wire forms and their vocabulary, as the data that a gateway reads. */
export function emitForms({ source, forms, vocabulary }: FormTables): Output {
  const out = new File("forms", source);
  out.doc("How agents outside of the contract write its messages.");
  out.print`export const ${out.declareValue("forms")}: readonly { readonly name: string; readonly [member: string]: unknown }[] = [`;
  for (const form of forms) out.print`  ${literal(form, 120, 1)},`;
  out.print`];`;
  out.print``;
  out.doc("The words of other agents for the words of the contract.");
  out.print`export const ${out.declareValue("vocabulary")} = ${literal(vocabulary)} as const;`;
  return out.render();
}
