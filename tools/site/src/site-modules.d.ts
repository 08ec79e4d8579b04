/** Texts that the build puts into the pages. */

/** The script of the sandboxed frame. */
declare module "site:frame" {
  const script: string;
  export default script;
}

/** The script of the worker, without a strategy. */
declare module "site:worker" {
  const script: string;
  export default script;
}

/** The viewer's page, without events. */
declare module "site:viewer" {
  const page: string;
  export default page;
}

/** The script of the worker that checks types, compressed, as base64. */
declare module "site:checker" {
  const packed: string;
  export default packed;
}

/** The input of the compiler: pairs of a path and a text, as JSON. */
declare module "site:declarations" {
  const files: string;
  export default files;
}
