/** The sender of a message, and its time. */
export interface SenderFields {
  /** `league_manager`, or a role and an id such as `player:P01`. */
  sender: string;
  /** RFC 3339 in UTC, such as `2025-01-15T10:30:00Z`. */
  timestamp: string;
  /** The token that the league manager gave out at registration. */
  auth_token?: string;
}

/** The envelope data of a message: sender, timestamp, token and conversation. */
export interface Identity extends SenderFields {
  /** Names the exchange; a reply copies its request's. */
  conversation_id: string;
}

/** Those of a sender that has registered. */
export type SignedSenderFields = SenderFields & { auth_token: string };

/** The identity of an agent that has registered; builders of messages that must carry a token ask for it. */
export type SignedIdentity = Identity & { auth_token: string };
