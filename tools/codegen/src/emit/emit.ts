import type { Model } from "../model/model.js";
import type { Output } from "../print/file.js";
import type { Compiler } from "../validate/compiler.js";
import { emitExamples } from "./examples.js";
import { emitDialectIndex, emitIndex } from "./indexes.js";
import { emitMessages } from "./messages.js";
import { emitMethods } from "./methods.js";
import { emitMsw } from "./msw.js";
import { documentDeclaration, emitOpenrpc } from "./openrpc.js";
import { emitReference } from "./reference.js";
import { emitReplies } from "./replies.js";
import { emitRequirements } from "./requirements.js";
import { emitRuntime } from "./runtime.js";
import { emitErrors, emitForms, emitPatternDescriptions, emitProtocol, emitStates } from "./tables.js";

/** The model with the compiled schemas of each dialect, shared by all code that checks data. */
export interface Compiled {
  readonly model: Model;
  readonly compilers: ReadonlyMap<string, Compiler>;
}

/** Every file, sorted by path. A pure function of the specification. */
export async function emit({ model, compilers }: Compiled, label: string): Promise<Output[]> {
  const hasTestMaterial = model.dialects.some((dialect) => dialect.isLeagueSpec);
  const outputs: Output[] = [
    ...emitRuntime(hasTestMaterial),
    emitPatternDescriptions(model, label),
    emitIndex(model, label),
  ];
  if (hasTestMaterial) outputs.push(documentDeclaration(label));
  if (model.protocol !== null) outputs.push(emitProtocol(model.protocol));
  if (model.states !== null) outputs.push(emitStates(model.states));
  if (model.errors !== null) outputs.push(emitErrors(model.errors));
  if (model.forms.length > 0) outputs.push(emitForms(model.forms));
  outputs.push(...emitRequirements(model.requirements));
  for (const dialect of model.dialects) {
    const compiler = compilers.get(dialect.name);
    if (compiler === undefined) throw new Error(`${dialect.name} was not compiled`);
    const replies = dialect.isMain ? emitReplies(dialect) : null;
    outputs.push(
      ...(await emitMessages(dialect)),
      emitMethods(dialect),
      ...(replies === null ? [] : [replies]),
      emitDialectIndex(dialect, replies !== null),
      ...(dialect.isLeagueSpec ? [emitOpenrpc(dialect)] : []),
      emitReference(dialect),
    );
    // Test material is made from examples, which only a specification in our conventions always has.
    if (dialect.isMain && dialect.isLeagueSpec)
      outputs.push(...emitExamples(dialect, compiler), emitMsw(dialect));
  }
  return outputs.sort((a, b) => (a.path < b.path ? -1 : 1));
}
