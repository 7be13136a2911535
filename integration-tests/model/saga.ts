import { Killed } from "./shop-process"

/**
 * The steps of one core workflow: when one fails, those before it are undone in
 * reverse order, each by itself. In a killed process nothing is undone.
 */
export class Saga {
  private readonly undos: (() => Promise<void> | void)[] = []

  /** @param undo is for steps that were done, and for none that failed. */
  async step<Result>(
    act: () => Promise<Result>,
    undo?: (result: Result) => Promise<void> | void
  ): Promise<Result> {
    const result = await act()
    if (undo) this.undos.push(() => undo(result))
    return result
  }

  async run<Result>(steps: () => Promise<Result>): Promise<Result> {
    try {
      return await steps()
    } catch (error) {
      if (!(error instanceof Killed)) {
        for (const undo of this.undos.reverse()) await undo()
      }
      throw error
    }
  }
}
