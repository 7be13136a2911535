import {
  type Attempt,
  isCryptoProvider,
  type SessionLinks,
} from "../../../modules/crypto-payment/internal"

/** The fields of a payment session that `listOpenedSessions` reads. */
export const SESSION_FIELDS = ["id", "provider_id", "data"].map(
  (field) => `payment_sessions.${field}`
)

/**
 * The ids of a collection's payment sessions, without those that a crypto payment is being opened
 * for: core lists a session before it calls the provider, which writes the session's id into its
 * data. Such a session is no payment yet, and replaces none.
 */
export function listOpenedSessions(
  sessions: readonly (Session | null)[] | null | undefined
): string[] {
  return (sessions ?? []).flatMap((session) =>
    session &&
    (!isCryptoProvider(session.provider_id) ||
      session.data?.session_id === session.id)
      ? session.id
      : []
  )
}

/** One of these sessions that was given to the attempt. */
export function sessionOf(
  { id }: Attempt,
  links: SessionLinks
): string | undefined {
  return [...links].find(([, attemptId]) => attemptId === id)?.[0]
}

type Session = {
  id: string
  provider_id: string
  data?: Record<string, unknown> | null
}
