import { explain } from "@league-v2/contract";
import { refusedReader } from "../../json/read-message.js";

export { errorReply, schemaFault } from "./error-reply.js";
export { explain };

/** Reads a message that its validator refuses. */
export const readRefused = refusedReader(explain);
