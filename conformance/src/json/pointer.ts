/** JSON Pointers (RFC 6901) on plain data: read, write, remove. Own members only, so `__proto__` is data like any other. */
export { copy, isObject, putAt, removeAt, sameJson, valueAt } from "@league-v2/sdk/codec";
