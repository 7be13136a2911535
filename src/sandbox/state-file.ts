import { readFile, rename, writeFile } from "node:fs/promises"
import { isNativeError } from "node:util/types"
import { z } from "zod"
import { merchantRecord } from "./merchants"
import { paymentRecord } from "./payments/payment"
import { delivery } from "./webhooks/delivery"

/** What survives a restart. */
export const sandboxState = z.object({
  version: z.literal(1),
  merchants: z.array(merchantRecord),
  payments: z.array(paymentRecord),
  deliveries: z.array(delivery),
})

export type SandboxState = z.infer<typeof sandboxState>

/** The state in the file, or null when there is no such file yet. */
export async function readState(path: string): Promise<SandboxState | null> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isNativeError(error) && "code" in error && error.code === "ENOENT") {
      return null
    }
    throw error
  })
  if (text === null) {
    return null
  }
  try {
    return sandboxState.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${path} holds no state of this sandbox`, { cause })
  }
}

/**
 * Writes the state a moment after it changed: many changes make one write,
 * and a reader or a crash never meets half a file.
 */
export class StateFile {
  private readonly path: string
  private readonly state: () => SandboxState
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()

  constructor(path: string, state: () => SandboxState) {
    this.path = path
    this.state = state
  }

  changed(): void {
    this.timer ??= setTimeout(() => {
      void this.flush().catch((error: Error) => process.emitWarning(error))
    }, WRITE_BEHIND_MS)
  }

  /** Writes now; resolves when the file is in place. */
  flush(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing = this.writing.catch(() => undefined).then(() => this.write())
    return this.writing
  }

  private async write(): Promise<void> {
    const unfinished = `${this.path}.unfinished`
    await writeFile(unfinished, JSON.stringify(this.state()), { mode: 0o600 })
    await rename(unfinished, this.path)
  }
}

const WRITE_BEHIND_MS = 50
