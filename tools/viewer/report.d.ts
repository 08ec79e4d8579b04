/** What draws the conversations of a conformance report: a script and a style that stand inside of its page. */
export type * from "./dist/report/drawing.js";
export declare const script: string;
export declare const style: string;
