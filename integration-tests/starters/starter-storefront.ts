import path from "node:path"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import { RunningProgram } from "../support/running-program"

/** A Next.js storefront of a starter, built and started as its scripts do. */
export class StarterStorefront {
  private readonly next: string
  private readonly env: NodeJS.ProcessEnv
  private server: RunningProgram | undefined

  constructor(
    private readonly folder: string,
    private readonly port: number,
    { medusaUrl, publishableKey }: { medusaUrl: string; publishableKey: string }
  ) {
    this.next = path.join(folder, "node_modules/.bin/next")
    this.env = cleanEnvironment({
      NODE_ENV: "production",
      // The older starter reads the first, the set-up command's pieces the second.
      MEDUSA_BACKEND_URL: medusaUrl,
      NEXT_PUBLIC_MEDUSA_BACKEND_URL: medusaUrl,
      NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: publishableKey,
      NEXT_PUBLIC_BASE_URL: this.url,
      NEXT_PUBLIC_DEFAULT_REGION: "dk",
      NEXT_TELEMETRY_DISABLED: "1",
    })
  }

  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Medusa must be running: the pages are rendered with its products. */
  async build(): Promise<void> {
    await runCommand(this.next, ["build"], { cwd: this.folder, env: this.env })
  }

  /** Starts what was built. */
  async start(): Promise<void> {
    const args = ["start", "-p", String(this.port)]
    this.server = new RunningProgram(this.next, args, {
      cwd: this.folder,
      env: this.env,
      hasChildren: true,
    })
    // Not a page: the older starter redirects those to themselves without cookies.
    await this.server.answers(`${this.url}/favicon.ico`)
  }

  async stop(): Promise<void> {
    await this.server?.stop()
  }
}
