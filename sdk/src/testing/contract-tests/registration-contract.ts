import type { RegistrationStore, StoredRegistration } from "../../agent/membership/registration.js";
import type { TestFunctions } from "./test-functions.js";

const asked: StoredRegistration = {
  endpoint: "http://127.0.0.1:8101/mcp",
  conversation_id: "conv-register-1",
  registration: null,
};
const answered: StoredRegistration = {
  ...asked,
  registration: { id: "P01", league_id: "cup", auth_token: "f".repeat(32) },
};

/**
 * Declares the tests that every `RegistrationStore` must pass.
 * @param place a new place, which the result opens: each time as the next process of the same agent does
 */
export function registrationStoreContract(
  { it, expect }: TestFunctions,
  place: () => Promise<() => RegistrationStore>,
): void {
  it("has no registration at first", async () => {
    const open = await place();
    expect(await open().load()).toBeNull();
  });

  it("has the registration that was saved last, also for the next process", async () => {
    const open = await place();
    const store = open();
    for (const kept of [asked, answered, { ...answered, endpoint: "http://127.0.0.1:8102/mcp" }]) {
      await store.save(kept);
      expect(await store.load()).toEqual(kept);
      expect(await open().load()).toEqual(kept);
    }
  });
}
