/** Queries about the wire forms of peers that load no forms as long as all peers are canonical. */
import type { Form } from "../../wire/index.js";
import type { FormsOfPeers } from "./forms-of-peers.js";
import type { Peer } from "./peer.js";

/** The form for a call; null is canonical. A promise only if profiles have to be loaded. */
export function formFor(forms: FormsOfPeers, peer: Peer, type: string): Form | null | Promise<Form | null> {
  if (forms.loaded !== undefined) return forms.loaded.formFor(peer, type);
  if (forms.isCalledCanonically(peer)) return null;
  return forms.learned().then((learned) => learned.formFor(peer, type));
}

/** Whether this peer has answered canonically before it answered in any other form. */
export function isCanonical({ loaded, canonical }: FormsOfPeers, endpoint: string): boolean {
  return loaded?.isCanonical(endpoint) ?? canonical.has(endpoint);
}

/** Whether no other form of this peer is known than the canonical one. */
export function isOnlyCanonical({ loaded }: FormsOfPeers, endpoint: string): boolean {
  return loaded?.isOnlyCanonical(endpoint) ?? true;
}

/** Sets the league manager's form, detected by an earlier run. An unknown form is ignored. */
export async function useForm(forms: FormsOfPeers, name: string): Promise<void> {
  const { league } = forms.setting;
  if (league === undefined) return;
  if (name === "canonical" && forms.loaded === undefined)
    forms.noteCanonicalAnswer(league, "LEAGUE_REGISTER_REQUEST");
  else await (await forms.learned()).useForm(name);
}
