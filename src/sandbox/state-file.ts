import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { z } from "zod"
import { merchantRecord } from "./merchants"
import { paymentRecord } from "./payments/payment"
import { delivery } from "./webhooks/delivery"

const sandboxState = z.object({
  version: z.literal(1),
  merchants: z.array(merchantRecord),
  payments: z.array(paymentRecord),
  deliveries: z.array(delivery),
})

type SandboxState = z.infer<typeof sandboxState>

/** The state in the file, or undefined when there is no file yet. */
export function readState(path: string): SandboxState | undefined {
  if (!statSync(path, { throwIfNoEntry: false })) return undefined
  const text = readFileSync(path, "utf8")
  try {
    return sandboxState.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} is not a state file of this sandbox`, { cause })
  }
}

/** Writes the state 50 ms after a change, and atomically: no reader or crash meets half a file. */
export class StateFile {
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly path: string,
    private readonly state: () => SandboxState
  ) {}

  changed(): void {
    this.timer ??= setTimeout(() => {
      try {
        this.flush()
      } catch (error) {
        process.emitWarning(error as Error)
      }
    }, 50)
  }

  /** Writes now. */
  flush(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const unfinished = `${this.path}.unfinished`
    writeFileSync(unfinished, JSON.stringify(this.state()), { mode: 0o600 })
    renameSync(unfinished, this.path)
  }
}
