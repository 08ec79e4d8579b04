/** The sender of a message, and its time. */
export interface SenderFields {
  /** `league_manager`, or a role and an id such as `player:P01`. */
  sender: string;
  /** RFC 3339 in UTC, such as `2025-01-15T10:30:00Z`. */
  timestamp: string;
  /** The token that the league manager issued at registration. */
  auth_token?: string;
}

/** The envelope data of a message: sender, timestamp, token and conversation. */
export interface Identity extends SenderFields {
  /** Identifies the exchange; a reply copies it from its request. */
  conversation_id: string;
}

/** The fields of a registered sender. */
export type SignedSenderFields = SenderFields & { auth_token: string };

/** The identity of a registered agent, which builders of messages with a token require. */
export type SignedIdentity = Identity & { auth_token: string };
