/** Compares in a time that depends on the length of `given` only, so that a token cannot be found byte by byte. */
export function sameSecret(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ secret.charCodeAt(index % Math.max(secret.length, 1));
  }
  return difference === 0;
}
