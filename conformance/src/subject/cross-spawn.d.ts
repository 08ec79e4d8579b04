/** The package has no types: it starts programs with the arguments of Node's own `spawn`. */
declare module "cross-spawn" {
  const start: typeof import("node:child_process").spawn;
  export default start;
}
