/** The worker that checks types: the compiler and the declarations that it reads are in its script. */
import declarations from "site:declarations";
import { type CheckedText, typeChecker } from "./type-faults.js";

declare const self: {
  onmessage: (event: { readonly data: string }) => void;
  postMessage(checked: CheckedText): void;
};

const check = typeChecker(new Map(JSON.parse(declarations) as [string, string][]));

self.onmessage = ({ data }) => self.postMessage({ source: data, faults: check(data) });
