/** All checks of the transport, for every role, by file. */
import type { TransportFixture } from "../../fixtures/transport-fixture.js";
import type { Check } from "../../types.js";
import { batchChecks } from "./batch.js";
import { discoveryChecks } from "./discovery.js";
import { envelopeChecks } from "./envelope.js";
import { errorChecks } from "./error.js";
import { httpChecks } from "./http.js";
import { idChecks } from "./id.js";
import { limitChecks } from "./limit.js";
import { outgoingChecks } from "./outgoing.js";
import { responseChecks } from "./response.js";
import { robustnessChecks } from "./robustness.js";

export const transportChecks: Readonly<Record<string, readonly Check<TransportFixture>[]>> = {
  batch: batchChecks,
  discovery: discoveryChecks,
  envelope: envelopeChecks,
  error: errorChecks,
  http: httpChecks,
  id: idChecks,
  limit: limitChecks,
  outgoing: outgoingChecks,
  response: responseChecks,
  robustness: robustnessChecks,
};
