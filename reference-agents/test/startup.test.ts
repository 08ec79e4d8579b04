import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { methods } from "@league-v2/contract";
import { describe, expect, it } from "vitest";
import type { Started } from "../src/cli/cli-context.fixture.js";
import { LeagueProcess, league, start } from "./league-process.js";

async function startManager(line = "", begin: (line: string) => Started = start) {
  const manager = begin(`manager --port 0 ${line}`);
  const [, url] = await manager.line(/listens at (\S+) and waits/);
  return { manager, url: url ?? "", port: new URL(url ?? "").port };
}

/** The lines on the standard error that are no progress. */
function errorsIn(stderr: string): string[] {
  return stderr.split("\n").filter((line) => /^[A-Z_]+: /.test(line));
}

describe("an agent that cannot start prints the reason in one line", () => {
  it("PORT_IN_USE", async () => {
    const { port, url } = await startManager();
    for (const line of [
      `manager --port ${port}`,
      `player --name A --league ${url} --port ${port}`,
      `play --port ${port}`,
    ]) {
      const { code, stdout, stderr } = await league(line);
      expect(code).toBe(1);
      expect(stdout).toBe("");
      expect(errorsIn(stderr)).toEqual([
        expect.stringMatching(
          new RegExp(`^PORT_IN_USE: port ${port} on 127\\.0\\.0\\.1 is in use already\\. .*another port`),
        ),
      ]);
    }
  });

  it("REGISTRATION_REJECTED, for a name that is taken and for a league that is full", async () => {
    const { url } = await startManager("--players 2");
    const first = start(`player --name Alpha --league ${url}`);
    await first.line(/is P01 in league/);
    const twin = await league(`player --name Alpha --league ${url}`);
    expect(twin.code).toBe(1);
    expect(errorsIn(twin.stderr)).toEqual([
      expect.stringMatching(/^REGISTRATION_REJECTED: .*Duplicate name\. /),
    ]);
    const second = start(`player --name Beta --league ${url}`);
    await second.line(/is P02 in league/);
    const third = await league(`player --name Gamma --league ${url}`);
    expect(third.code).toBe(1);
    expect(errorsIn(third.stderr)).toEqual([
      expect.stringMatching(/^REGISTRATION_REJECTED: .*League full\. /),
    ]);
  });

  it("REGISTRATION_REJECTED, for an address that does not answer, if the manager checks it", async () => {
    const { url } = await startManager("--check-endpoints");
    const absent = await league(`player --name A --league ${url} --endpoint http://127.0.0.1:1/mcp`);
    expect([absent.code, errorsIn(absent.stderr)]).toEqual([
      1,
      [expect.stringMatching(/^REGISTRATION_REJECTED: .*Invalid endpoint\. /)],
    ]);
    const present = start(`player --name B --league ${url} --connect-timeout 1000`);
    await present.line(/is P01 in league/);
  });

  it("REGISTRATION_FAILED, for a server that is not a league manager", async () => {
    const otherServer = createServer((_request, response) => response.writeHead(404).end("not here"));
    await new Promise<void>((resolve) => otherServer.listen(0, "127.0.0.1", resolve));
    const { port } = otherServer.address() as AddressInfo;
    const { code, stderr } = await league(`referee --name R --league http://127.0.0.1:${port}`);
    otherServer.close();
    expect(code).toBe(1);
    expect(errorsIn(stderr)).toEqual([
      expect.stringMatching(/^REGISTRATION_FAILED: .*404.* Check the address given with --league/),
    ]);
  });
});

describe("an agent that receives a stop signal", () => {
  it("ends with status 0, within the deadline of an invitation", async () => {
    const { manager, url } = await startManager("--players 3", LeagueProcess.start);
    const player = LeagueProcess.start(`player --name A --league ${url}`);
    const referee = LeagueProcess.start(`referee --name R --league ${url}`);
    await Promise.all([player.line(/listening at/), referee.line(/listening at/)]);
    for (const [agent, signal] of [
      [player, "SIGINT"],
      [referee, "SIGTERM"],
      [manager, "SIGTERM"],
    ] as const) {
      const begun = performance.now();
      agent.signal(signal);
      expect(await agent.ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/ends: stopped\n$/) });
      expect(performance.now() - begun).toBeLessThan(methods.handle_game_invitation.deadlineMs);
    }
  });

  it("ends during its registration, too", async () => {
    const player = start("player --name A --league http://127.0.0.1:9");
    await player.line(/registers with/);
    player.signal("SIGINT");
    expect(await player.ended).toMatchObject({ code: 0 });
  });

  it("ends at once at the second signal", async () => {
    const { manager } = await startManager("", LeagueProcess.start);
    manager.signal("SIGINT");
    manager.signal("SIGINT");
    expect([0, 130]).toContain((await manager.ended).code);
  });
});
