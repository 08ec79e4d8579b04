/** What discovered modules export. */
export interface Discovered {
  /** Path from the folder of the checks, or of the mutants. */
  file: string;
  exported: unknown;
}

export interface DiscoveredModule {
  file: string;
  module: { default?: unknown };
}

/** The default exports, a list counting as its members. A module without a default exports nothing. */
export function discoveredExports(modules: readonly DiscoveredModule[]): Discovered[] {
  return modules.flatMap(({ file, module }) => {
    const exported = module.default;
    if (exported === undefined) return [];
    const list: unknown[] = Array.isArray(exported) ? exported : [exported];
    return list.map((one) => ({ file, exported: one }));
  });
}
