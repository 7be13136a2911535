import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const levels = ["info", "warn", "error"] as const

/** Keeps the lines that Medusa's own logger writes from start to stop. */
export class LogRecorder {
  readonly lines: string[] = []
  private readonly logger: Logger
  private spies: jest.SpyInstance[] = []

  constructor(container: MedusaContainer) {
    this.logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  }

  start(): void {
    this.spies = levels.map((level) =>
      jest
        .spyOn(this.logger, level)
        .mockImplementation((...[line]: unknown[]) => {
          this.lines.push(line instanceof Error ? line.message : String(line))
        })
    )
  }

  stop(): void {
    this.spies.forEach((spy) => spy.mockRestore())
    this.spies = []
  }
}
