/** Remembers how to take down what was set up, and does it backwards. */
export class Teardown {
  private readonly steps: (() => Promise<unknown>)[] = []
  private running: Promise<void> | undefined

  add(step: () => Promise<unknown>): void {
    this.steps.push(step)
  }

  /** Takes every step, even after one failed; asked again, waits for the same. */
  run(): Promise<void> {
    this.running ??= this.takeSteps()
    return this.running
  }

  private async takeSteps(): Promise<void> {
    const failures: unknown[] = []
    for (const step of this.steps.reverse()) {
      await step().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, "The demo could not stop completely.")
    }
  }
}
