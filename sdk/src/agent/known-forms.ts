/** Questions about the wire forms of peers that are answered without loading the forms, as long as all are canonical. */
import type { Form } from "../wire/index.js";
import type { FormsOfPeers } from "./forms-of-peers.js";
import type { Peer } from "./peer.js";

/** The form for a call; null is canonical. Answered at once, unless profiles have to be loaded for it. */
export function formFor(forms: FormsOfPeers, peer: Peer, type: string): Form | null | Promise<Form | null> {
  if (forms.loaded !== undefined) return forms.loaded.formFor(peer, type);
  if (forms.isCalledPlainly(peer)) return null;
  return forms.learned().then((learned) => learned.formFor(peer, type));
}

/** Whether this peer has answered canonically before it answered in any other form. */
export function isCanonical({ loaded, canonical }: FormsOfPeers, endpoint: string): boolean {
  return loaded?.isCanonical(endpoint) ?? canonical.has(endpoint);
}

/** Whether nothing but canonical answers are known of this peer. */
export function isPlain({ loaded }: FormsOfPeers, endpoint: string): boolean {
  return loaded?.isPlain(endpoint) ?? true;
}

/** The league manager's form, detected by an earlier run of this agent. An unknown form is ignored. */
export async function useForm(forms: FormsOfPeers, name: string): Promise<void> {
  const { league } = forms.setting;
  if (league === undefined) return;
  if (name === "canonical" && forms.loaded === undefined)
    forms.answeredPlainly(league, "LEAGUE_REGISTER_REQUEST");
  else await (await forms.learned()).useForm(name);
}
