import { readFileSync } from "node:fs";
import { type Output, PREAMBLE } from "../print/file.js";

/** The hand-written files of every emitted package; they are part of the generator and are copied unchanged. */
const FILES = ["checks", "explain", "field-fault", "identity", "pointer", "similar", "validator"] as const;

/** Runtime files for test material only: they import development packages. */
const TEST_FILES = ["example-server"] as const;

export function emitRuntime(hasTestMaterial: boolean): Output[] {
  return [...FILES, ...(hasTestMaterial ? TEST_FILES : [])].map((name) => {
    // The path is the same from src/emit and from dist/emit.
    const text = readFileSync(new URL(`../../src/runtime/${name}.ts`, import.meta.url), "utf8");
    return {
      path: `src/${name}.ts`,
      text: `// ${PREAMBLE} tools/codegen/src/runtime/${name}.ts. Do not edit.\n\n${text}`,
    };
  });
}
