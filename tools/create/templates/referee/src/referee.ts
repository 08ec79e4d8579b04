import { createReferee } from "@league-v2/sdk";
import { rules } from "./rules.ts";

/** @param displayName must be unique in a league */
export function myReferee(displayName: string) {
  return createReferee({ ...rules, displayName });
}
