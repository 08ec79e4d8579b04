import { SpecError } from "../fault.js";
import type { JsonObject } from "../json.js";
import type { Dialect } from "../model/model.js";
import { File, type Output } from "../print/file.js";
import { jsonText, literal } from "../print/literal.js";
import { metaFaults } from "../validate/meta-schema.js";
import { receivedType } from "./modules.js";
import { openrpcDocument } from "./openrpc-document.js";

/**
 * The dialect's OpenRPC document: as JSON, and as a module for rpc.discover.
 * @throws SpecError if the OpenRPC meta-schema refuses it.
 */
export function emitOpenrpc(dialect: Dialect): Output[] {
  const document = openrpcDocument(dialect);
  check(dialect, document);
  return [
    { path: `openrpc/${dialect.name}.json`, text: `${jsonText(document)}\n` },
    emitModule(dialect, document),
  ];
}

function emitModule(dialect: Dialect, document: JsonObject): Output {
  const out = new File(`${dialect.name}/openrpc`, dialect.source);
  const discover = dialect.methods.find((method) => method.name === "rpc.discover")?.reply;
  const type = discover == null ? "Readonly<Record<string, unknown>>" : receivedType(dialect, discover);
  out.doc(
    "The OpenRPC document of this dialect, for rpc.discover. It is not part of the index, so that other programs do not contain it.",
  );
  out.print`export const ${out.declareValue("openrpc")}: ${type} = ${literal(document)};`;
  return out.render();
}

function check(dialect: Dialect, document: JsonObject): void {
  const faults = metaFaults(document);
  if (faults.length === 0) return;
  throw new SpecError(
    faults.map(({ pointer, message }) => ({
      file: dialect.source,
      pointer,
      rule: "openrpc-meta-schema",
      cause: `no valid OpenRPC: ${message}`,
      fix: "Fix the member, or put it under a name that begins with x-.",
    })),
  );
}
