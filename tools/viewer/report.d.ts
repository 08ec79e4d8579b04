/** The script and style that draw the conversations of a conformance report, embedded in its page. */
export type * from "./dist/report/drawing.js";
export declare const script: string;
export declare const style: string;
