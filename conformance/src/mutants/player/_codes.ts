/** JSON-RPC codes with which faulty players refuse. */
import { errors } from "@league-v2/contract";

export const INVALID_STATE = errors.E008.rpcCode;
export const METHOD_NOT_FOUND = -32_601;
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;
