const WINDOW_MS = 60_000

/**
 * How many payments of a merchant this process reads for pages that poll. Anybody can open payments
 * and poll them all, and the gateway limits the merchant; without these reads webhooks and the job
 * find the money.
 */
export class ReadBudget {
  private readonly reads = new Map<string, { count: number; sinceMs: number }>()

  constructor(private readonly limitPerMinute = 30) {}

  hasRoom(merchantId: string, nowMs: number): boolean {
    return this.window(merchantId, nowMs).count < this.limitPerMinute
  }

  spend(merchantId: string, nowMs: number): void {
    const { count, sinceMs } = this.window(merchantId, nowMs)
    this.reads.set(merchantId, { count: count + 1, sinceMs })
  }

  private window(merchantId: string, nowMs: number) {
    const known = this.reads.get(merchantId)
    const isOver = !known || nowMs - known.sinceMs >= WINDOW_MS
    return isOver ? { count: 0, sinceMs: nowMs } : known
  }
}
