import { readFileSync } from "node:fs";
import { packageFolder } from "./package-folder.js";

const { version: own } = JSON.parse(readFileSync(new URL("package.json", packageFolder), "utf8")) as {
  version: string;
};

/** The version of this package. */
export const version: string = own;
