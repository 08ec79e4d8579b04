/** `it` and `expect` of the test runner: Vitest, Jest, or `node:test` with the package `expect`. */
export interface TestFunctions {
  readonly it: (name: string, run: () => Promise<void>) => unknown;
  readonly expect: (actual: unknown) => Expectation;
}

/** The matchers that the contract tests use. */
export interface Expectation {
  toBe(expected: unknown): unknown;
  toBeNull(): unknown;
  toEqual(expected: unknown): unknown;
  toContainEqual(expected: unknown): unknown;
  toHaveLength(length: number): unknown;
  toMatchObject(expected: object): unknown;
  readonly rejects: { toThrow(message: string): Promise<unknown> };
}
