import type { GatewayError } from "../../gateway"

const failuresInARow = 3
const putOffSeconds = 60

/** What a failed call says about the calls that would follow it. */
export type Severity =
  /** The gateway asks us to stop. */
  | "limited"
  /** Nobody answered, or not to us: the next one may fare the same. */
  | "down"
  /** This one payment's matter. */
  | "answered"

export function severityOf({ kind }: GatewayError): Severity {
  switch (kind) {
    case "rate_limited":
      return "limited"
    case "server":
    case "outcome_unknown":
    case "authentication":
      return "down"
    case "not_found":
    case "validation":
    case "unexpected_answer":
      return "answered"
  }
}

/**
 * Decides, for one merchant and one run, when to stop asking the gateway:
 * at once when it limits us, after three failures in a row when it is down.
 */
export class Breaker {
  private failures = 0
  private seconds: number | undefined

  /** For how long attempts are put off; undefined as long as asking goes on. */
  get openForSeconds(): number | undefined {
    return this.seconds
  }

  succeeded(): void {
    this.failures = 0
  }

  /** @returns whether this failure is the one that stopped the asking. */
  failed(error: GatewayError): boolean {
    const wasOpen = this.seconds !== undefined
    switch (severityOf(error)) {
      case "limited":
        this.seconds = Math.max(
          putOffSeconds,
          this.seconds ?? 0,
          error.retryAfterSeconds ?? 0
        )
        break
      case "down":
        this.failures++
        if (this.failures >= failuresInARow) this.seconds ??= putOffSeconds
        break
      case "answered":
        break
    }
    return !wasOpen && this.seconds !== undefined
  }
}
