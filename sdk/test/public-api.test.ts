/** The public names of the package: a new one is a decision, and this list is where it is made. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const at = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

const names = {
  "index.ts": `
    createPlayer PlayerOptions Strategy ChoiceContext Parity PlayedMatch Statistics statisticsOf
    createReferee RefereeOptions MatchRecord
    createLeagueManager LeagueManagerOptions LeagueManager RunningLeagueManager LeagueEvent LeagueEnd
    createAgent AgentTools Handlers partialHandlers LeagueRpcError
    Agent AgentContext RunningAgent Registration RegistrationFailed RegistrationRejected Role StartupError
    EndpointPolicy allowHosts Redactor
    Clock Timer sleep systemClock timestamp Random secureRandom seededRandom Log LogEntry
    Transport TransportError OutgoingRequest IncomingReply HttpHandler HttpRequest HttpReply`,
  "game/index.ts": "GameRules GameDecision PlayerChoice readGameRules",
  "client/index.ts": `
    createClient Client ClientOptions CallOptions CallRow NotifyOptions Result
    LeagueError AbortedError BadJsonError HttpStatusError ProtocolFault RpcReplyError TimeoutError UnreachableError`,
  "wire/index.ts": `
    withForms FormsOptions FormsChoice PeerStore PeerRecord
    negotiate NegotiateOptions Conclusion describeConclusion bundledFormOf canPlay testCommand playCommand
    ProfileDocument WireProfile MessageRules lintProfile ProfileFault bundledNames bundledDocument`,
  "store/index.ts": `
    Store MemoryStore Member LeagueState Verdict Draw Recording RecordedResult sameResult
    Round Pairing LeagueGame roundRobin Tally emptyTally countMatch Rank rank
    MatchLeaseTerms LeaseOutcome LeaseTerms longestMatchLeaseMs MatchQueue
    RegistrationStore StoredRegistration MatchJournal TakenMatch FinishedMatch`,
};

const program = ts.createProgram(Object.keys(names).map(at), {
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2023,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

/** The exported symbols of a file, aliases resolved. */
function exportsOf(path: string): ts.Symbol[] {
  const source = program.getSourceFile(at(path));
  const module = source && checker.getSymbolAtLocation(source);
  return module === undefined ? [] : checker.getExportsOfModule(module);
}

test.each(Object.entries(names))("%s exports these names", (path, list) => {
  const expected = list.trim().split(/\s+/).sort();
  expect(
    exportsOf(path)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(expected);
  expect(expected.length).toBeLessThanOrEqual(50);
  expect(readFileSync(at(path), "utf8")).not.toContain("export *");
});

test.each(Object.keys(names))("every name of %s is documented", (path) => {
  const undocumented = exportsOf(path).filter((symbol) => {
    const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return own.getDocumentationComment(checker).length === 0;
  });
  expect(undocumented.map(({ name }) => name)).toEqual([]);
});
