import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { selfSigned } from "../../sdk/test/certificate.js";
import { LeagueProcess, league, mustBeBuilt, newFolder } from "./league-process.js";

beforeAll(mustBeBuilt);

/** A folder with a certificate for this machine, its key, and a secret. */
function deployment(): { folder: string; secure: string } {
  const folder = newFolder();
  const { key, cert } = selfSigned();
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "secret"), "a-secret-of-the-deployment\n", { mode: 0o600 });
  return {
    folder,
    secure: "--tls-key key.pem --tls-cert cert.pem --tls-ca cert.pem --bearer-file secret",
  };
}

describe("a league with TLS and a bearer secret", () => {
  it("is played by processes that have both, and refuses all other requests", async () => {
    const { folder, secure } = deployment();
    const manager = LeagueProcess.start(`manager --port 0 --players 2 --referees 1 ${secure}`, { folder });
    const [, url = ""] = await manager.line(/listens at (\S+) and waits/);
    expect(url).toMatch(/^https:/);

    const untrusting = await league(`player --name X --league ${url} --tls-ca cert.pem`, { folder });
    expect(untrusting.code).toBe(1);
    expect(untrusting.stderr).toMatch(/REGISTRATION_FAILED: .*401/);

    const members = ["referee --name R", "player --name A", "player --name B"].map((line) =>
      league(`${line} --league ${url} ${secure}`, { folder }),
    );
    for (const { code, stderr } of await Promise.all(members)) expect([code, stderr]).toEqual([0, stderr]);
    const { code, stdout, stderr } = await manager.ended;
    expect(code).toBe(0);
    expect(stdout + stderr).not.toContain("a-secret-of-the-deployment");
  });

  it("does not start with a key and no certificate", async () => {
    const { folder } = deployment();
    const { code, stderr } = await league("manager --port 0 --tls-key key.pem", { folder });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^INVALID_CONFIG: TLS needs a key and a certificate\. /);
  });
});
