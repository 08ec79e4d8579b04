import { ajv } from "./ajv.ts";
import type { Contender } from "./contender.ts";
import { generated } from "./generated.ts";
import { handWritten } from "./hand-written.ts";
import { typebox } from "./typebox.ts";
import { zod } from "./zod.ts";

export const contenders: readonly Contender[] = [
  handWritten,
  generated,
  ajv("Ajv 8 at run time", { allErrors: false, ownProperties: false }, "stops at the first fault"),
  ajv(
    "Ajv 8 at run time, our options",
    { allErrors: true, ownProperties: true },
    "collects all faults, asks for own properties",
  ),
  typebox,
  zod,
];
