const SIGN_OF_LIFE_MS = 10_000

/**
 * Says on stderr what a program is doing: each step as it begins, how long it
 * took, and in a long one every ten seconds that it is still running.
 */
export class Progress {
  private beganMs: number | undefined
  private timer: NodeJS.Timeout | undefined

  /** Begins a step, and ends the one before. */
  readonly begin = (step: string): void => {
    this.end()
    const beganMs = performance.now()
    this.beganMs = beganMs
    process.stderr.write(`${step} ...\n`)
    this.timer = setInterval(
      () =>
        process.stderr.write(
          `  still running after ${secondsSince(beganMs)} s\n`
        ),
      SIGN_OF_LIFE_MS
    )
    // It must not keep a program running whose step failed.
    this.timer.unref()
  }

  /** Ends the step that was begun last. */
  end(): void {
    if (this.beganMs === undefined) return
    clearInterval(this.timer)
    process.stderr.write(`  took ${secondsSince(this.beganMs)} s\n`)
    this.beganMs = undefined
  }
}

function secondsSince(beganMs: number): string {
  const seconds = (performance.now() - beganMs) / 1_000
  return seconds.toFixed(seconds < 10 ? 1 : 0)
}
