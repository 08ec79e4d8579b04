export { explain } from "@league-v2/contract";
export { errorReply } from "./error-reply.js";
export { schemaFault } from "./schema-fault.js";
