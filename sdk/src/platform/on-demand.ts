/** A module that is loaded at its first use, and cached. */
export interface OnDemand<Parts> {
  get(): Promise<Parts>;
  /** Calls `use` with the module: synchronously once it is loaded. */
  use<Result>(use: (parts: Parts) => Result): Result | Promise<Result>;
  /** Sets the module in advance: simulated time does not wait for file access. */
  keep(parts: Parts): void;
}

export function onDemand<Parts extends object>(load: () => Promise<Parts>): OnDemand<Parts> {
  let loaded: Parts | undefined;
  const get = async () => {
    loaded ??= await load();
    return loaded;
  };
  return {
    get,
    use: (use) => (loaded ? use(loaded) : get().then(use)),
    keep: (parts) => {
      loaded = parts;
    },
  };
}
