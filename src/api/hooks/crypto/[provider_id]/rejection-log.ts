const MINUTE_MS = 60_000

/** Logs each kind of refused delivery once a minute, with the number of those that followed. */
export class RejectionLog {
  private readonly repeated = new Map<string, number>()

  /** @param kind tells what is counted together: from a bounded set, whatever strangers send. */
  note(kind: string, sentence: string, log: (line: string) => void): void {
    const count = this.repeated.get(kind)
    if (count !== undefined) {
      this.repeated.set(kind, count + 1)
      return
    }
    log(sentence)
    this.repeated.set(kind, 0)
    this.countFor(kind, sentence, log)
  }

  private countFor(
    kind: string,
    sentence: string,
    log: (line: string) => void
  ): void {
    const report = () => {
      const count = this.repeated.get(kind)
      this.repeated.delete(kind)
      if (!count) return
      log(`${sentence} (${count} more like it in a minute)`)
      this.repeated.set(kind, 0)
      this.countFor(kind, sentence, log)
    }
    setTimeout(report, MINUTE_MS).unref()
  }
}
