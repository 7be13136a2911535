import { readFileSync } from "node:fs"

/** User and group to start a process as; empty means "as whoever we are". */
export type Identity = { uid?: number; gid?: number }

/**
 * Postgres refuses to run as root. In that case an account that the system
 * already has takes over; no account is created.
 */
export function postgresIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  const account =
    accounts.find(([name]) => name === "postgres") ??
    accounts.find(([name]) => name === "nobody")
  if (!account) {
    throw new Error(
      "Cannot start Postgres as root: the system has neither a postgres nor a nobody account to run it as."
    )
  }
  return { uid: Number(account[2]), gid: Number(account[3]) }
}
