import { readdirSync, readFileSync } from "node:fs";
import type { Dialect, Model } from "../model/model.js";
import { File, type Output, PREAMBLE } from "../print/file.js";
import { checksOf } from "./checks.js";
import { emitExamples, emitMsw } from "./examples.js";
import { guardsOf } from "./guards.js";
import { emitMessages } from "./messages.js";
import { emitMethods } from "./methods.js";
import { documentDeclaration, emitOpenrpc } from "./openrpc.js";
import { emitReference } from "./reference.js";
import { emitReplies } from "./replies.js";
import { emitRequirements } from "./requirements.js";
import { emitErrors, emitForms, emitPatternDescriptions, emitProtocol, emitStates } from "./tables.js";

/** Every file, sorted by path. A pure function of the specification. */
export async function emit(model: Model, label: string): Promise<Output[]> {
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
  const [main] = model.dialects;
  if (model.forms.length > 0 && main !== undefined) outputs.push(...emitForms(model, main));
  outputs.push(...emitRequirements(model.requirements));
  for (const dialect of model.dialects) {
    const checks = checksOf(dialect);
    const guards = guardsOf(dialect, checks);
    const own = [...(await emitMessages(dialect, checks, guards)), emitMethods(dialect, guards)];
    if (dialect.isMain) own.push(...emitReplies(dialect));
    outputs.push(...own, emitDialectIndex(dialect, own), emitReference(dialect));
    if (dialect.isLeagueSpec) outputs.push(emitOpenrpc(dialect));
    // Test material is made from examples, which only a specification in our conventions always has.
    if (dialect.isMain && dialect.isLeagueSpec) outputs.push(...emitExamples(dialect), emitMsw(dialect));
  }
  return outputs.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The exports of one dialect. Test material (examples, msw) has separate entries. */
function emitDialectIndex(dialect: Dialect, modules: readonly Output[]): Output {
  const out = new File(`${dialect.name}/index`, dialect.file);
  for (const { path } of modules) out.exportAll(path.slice("src/".length, -".ts".length));
  return out.render();
}

/** The main entry: the tables, `explain`, the exports of the first dialect, and every further dialect under its name. */
function emitIndex(model: Model, sources: string): Output {
  const out = new File("index", sources);
  for (const name of ["errors", "protocol", "states"] as const) if (model[name] !== null) out.exportAll(name);
  for (const name of ["explain", "field-fault", "identity", "similar", "validator"]) out.exportAll(name);
  model.dialects.forEach((dialect, i) => {
    out.exportAll(`${dialect.name}/index`, i === 0 ? undefined : dialect.name);
  });
  return out.render();
}

/** The hand-written files of every emitted package, copied unchanged. The emitted patterns are in the place of the generator's own. */
function emitRuntime(hasTestMaterial: boolean): Output[] {
  // The path is the same from src/emit and from dist/emit.
  const folder = new URL("../../src/runtime/", import.meta.url);
  const others = hasTestMaterial ? /\.test\.ts$|^pattern-/ : /\.test\.ts$|^pattern-|^msw/;
  return readdirSync(folder)
    .filter((name) => !others.test(name))
    .map((name) => {
      const preamble = `// ${PREAMBLE} tools/codegen/src/runtime/${name}. Do not edit.`;
      return { path: `src/${name}`, text: `${preamble}\n\n${readFileSync(new URL(name, folder), "utf8")}` };
    });
}
