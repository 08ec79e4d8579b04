// Stands for a thread of the self-test: says which job it was given, fails on seed 13, ends on seed 99.
import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ role, seed }) => {
  if (seed === 99) process.exit(3);
  if (seed === 13) parentPort.postMessage({ error: "scripted failure" });
  else parentPort.postMessage({ results: [{ id: `${role}/${seed}`, verdict: "pass" }] });
});
