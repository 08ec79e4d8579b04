import { onAbort } from "./on-abort.js";

/**
 * The outcome of `work`, or a rejection with the signal's reason as soon as it is aborted.
 * The outcome of `work` after that is ignored; no callback stays behind.
 */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopWatching = onAbort(signal, () => reject(signal.reason));
    work.then(
      (value) => {
        stopWatching();
        resolve(value);
      },
      (error: unknown) => {
        stopWatching();
        reject(error);
      },
    );
  });
}
