/** A module that an agent among its own kind does not need: it is loaded when it is first needed, and kept. */
export interface OnDemand<Parts> {
  get(): Promise<Parts>;
  /** Uses the module: at once where it is loaded, else when it is. */
  use<Result>(use: (parts: Parts) => Result): Result | Promise<Result>;
  /** From now on nothing has to be loaded: on simulated time no real file is waited for. */
  keep(parts: Parts): void;
}

export function onDemand<Parts extends object>(load: () => Promise<Parts>): OnDemand<Parts> {
  let atHand: Parts | undefined;
  const get = async () => {
    atHand ??= await load();
    return atHand;
  };
  return {
    get,
    use: (use) => (atHand ? use(atHand) : get().then(use)),
    keep: (parts) => {
      atHand = parts;
    },
  };
}
