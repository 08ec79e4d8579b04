import { expect, test, vi } from "vitest";
import { abortable } from "./abortable.js";

test("abortable settles as the work does", async () => {
  const { signal } = new AbortController();
  await expect(abortable(Promise.resolve(1), signal)).resolves.toBe(1);
  await expect(abortable(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
});

test("abortable rejects with the reason when the signal is aborted, whatever the work's outcome", async () => {
  const controller = new AbortController();
  const outcome = abortable(new Promise(() => {}), controller.signal);
  controller.abort("enough");
  await expect(outcome).rejects.toBe("enough");
  await expect(abortable(Promise.reject(new Error("late")), controller.signal)).rejects.toBe("enough");
});

test("abortable leaves no callback on the signal", async () => {
  const controller = new AbortController();
  const reasonRead = vi.spyOn(controller.signal, "reason", "get");
  await abortable(Promise.resolve(1), controller.signal);
  await abortable(Promise.reject(new Error("no")), controller.signal).catch(() => {});
  controller.abort();
  expect(reasonRead).not.toHaveBeenCalled();
});
