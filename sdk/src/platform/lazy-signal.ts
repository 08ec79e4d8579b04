/** Returns the deadline of the object that has this member. */
const limitOf = Symbol("limit");

interface Limited {
  [limitOf]: () => { readonly signal: AbortSignal };
}

/**
 * One getter for all objects. V8 gives each object with a getter of its own a hidden class of its own, in the old generation,
 * which keeps everything that the getter references until the next full garbage collection.
 */
const lazySignal: PropertyDescriptor & ThisType<Limited> = {
  enumerable: true,
  get() {
    return this[limitOf]().signal;
  },
};

/** Adds a signal to `object`, which `limit` creates when the signal is read: most are never read. */
export function withLazySignal<T extends object>(
  object: T,
  limit: Limited[typeof limitOf],
): T & { readonly signal: AbortSignal } {
  (object as T & Limited)[limitOf] = limit;
  return Object.defineProperty(object, "signal", lazySignal) as T & { readonly signal: AbortSignal };
}
