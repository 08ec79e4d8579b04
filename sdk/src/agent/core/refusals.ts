export { explain } from "@league-v2/contract";
export { errorReply, schemaFault } from "./error-reply.js";
