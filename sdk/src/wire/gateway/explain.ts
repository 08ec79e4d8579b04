/** Says in words what a gateway has concluded about a peer, and from what. */
import type { Negotiator } from "./negotiator.js";
import type { FormOrCanonical, Peer } from "./peer.js";

export function explanationOf(peer: Peer, negotiator: Negotiator): readonly string[] {
  const { endpoint, id, role, form, speaks, exceptions, unsupported, start, searched, ownId } = peer;
  const derived = negotiator.derive(peer, role === "referee" ? "RUN_MATCH" : "GAME_INVITATION");
  return [
    `${id ?? endpoint}${role === undefined ? "" : ` (${role})`} ${form === undefined ? "has not answered yet" : `is called in ${nameOf(form)}`}.`,
    ...(speaks === undefined ? [] : [`Its own calls are in ${nameOf(speaks)}.`]),
    ...[...exceptions].map(([type, one]) => `${type} is written in ${nameOf(one)}.`),
    ...(derived?.evidence ?? []).map((line) => `Evidence: ${line}.`),
    ...(unsupported.size === 0 ? [] : [`It takes no ${[...unsupported].join(", ")}.`]),
    ...(ownId === undefined ? [] : [`It calls itself ${ownId}.`]),
    ...(start === undefined
      ? []
      : [`Its matches begin with ${start === "order" ? "an order" : "the announcement"}.`]),
    `${searched} requests were needed to find this.`,
  ];
}

function nameOf(form: FormOrCanonical): string {
  return form === null ? "the canonical form" : `the form "${form.name}"`;
}
