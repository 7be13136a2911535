import fs from "node:fs"
import path from "node:path"
import { ensureDatabase, freePort } from "../support/postgres"
import type { SeededStore } from "../support/store"
import { cleanEnvironment } from "../support/clean-environment"
import { runCommand } from "../support/run-command"
import { RunningProgram } from "../support/running-program"

/** Who may log in to the admin of a packed store. */
export const PACKED_STORE_ADMIN = {
  email: "admin@example.test",
  password: "secret-word",
}

/** What the sandbox's command prints first. */
type SandboxLine = Record<
  "url" | "merchant_id" | "api_key" | "webhook_secret" | "control_url",
  string
>

/** What seed.ts makes. */
export type PackedStoreSeed = SeededStore<"shirt" | "ebook">

/**
 * An application with the packed plugin, as it runs in production, and the
 * packed sandbox beside it. The steps are to be taken in the order here.
 */
export class PackedStore {
  private readonly medusa: string
  private server: RunningProgram | undefined

  private constructor(
    private readonly application: string,
    readonly sandbox: SandboxLine,
    private readonly sandboxProgram: RunningProgram,
    private readonly env: NodeJS.ProcessEnv,
    private readonly port: number,
    private readonly seedResult: string
  ) {
    this.medusa = path.join(application, "node_modules/.bin/medusa")
  }

  /**
   * Starts the sandbox and makes the database, which must be a new one.
   *
   * @param additions environment of Medusa beside what the plugin needs
   */
  static async prepare(
    application: string,
    databaseUrl: string,
    additions: Record<string, string> = {}
  ): Promise<PackedStore> {
    await ensureDatabase(databaseUrl)
    const port = await freePort()
    const seedResult = path.join(application, "seed.json")
    const sandboxProgram = new RunningProgram(
      path.join(application, "node_modules/.bin/medusa-payment-crypto-sandbox"),
      ["--port", "0", "--retry-interval", "1", "--control"],
      { cwd: application, env: cleanEnvironment() }
    )
    const [line] = await sandboxProgram.says(/^\{.*\}$/m)
    const sandbox: SandboxLine = JSON.parse(line)
    const env = cleanEnvironment({
      DATABASE_URL: databaseUrl,
      NODE_ENV: "production",
      JWT_SECRET: "a",
      COOKIE_SECRET: "b",
      CRYPTO_GATEWAY_URL: sandbox.url,
      CRYPTO_MERCHANT_ID: sandbox.merchant_id,
      CRYPTO_API_KEY: sandbox.api_key,
      CRYPTO_WEBHOOK_SECRET: sandbox.webhook_secret,
      CRYPTO_CALLBACK_BASE_URL: `http://localhost:${port}`,
      ADMIN_EMAIL: PACKED_STORE_ADMIN.email,
      ADMIN_PASSWORD: PACKED_STORE_ADMIN.password,
      SEED_RESULT: seedResult,
      ...additions,
    })
    return new PackedStore(
      application,
      sandbox,
      sandboxProgram,
      env,
      port,
      seedResult
    )
  }

  /** Address of Medusa, once it is started. */
  get baseUrl(): string {
    return `http://localhost:${this.port}`
  }

  async migrate(): Promise<void> {
    await this.run("db:migrate")
  }

  /** Builds server and admin. */
  async build(): Promise<void> {
    await this.run("build")
  }

  async seed(): Promise<PackedStoreSeed> {
    await this.run("exec", "./integration-tests/package/seed.ts")
    return JSON.parse(fs.readFileSync(this.seedResult, "utf8"))
  }

  /** Adds the admin to a store that `seed` does not fill. */
  async addAdmin(): Promise<void> {
    const { email, password } = PACKED_STORE_ADMIN
    await this.run("user", "-e", email, "-p", password)
  }

  /** Starts what was built; resolves when it answers. */
  async start(): Promise<void> {
    const built = path.join(this.application, ".medusa/server")
    await this.serve("start", { cwd: built, env: this.env })
  }

  /** Starts the sources with `medusa develop`, instead of what was built. */
  async develop(): Promise<void> {
    await this.server?.stop()
    const env = { ...this.env, NODE_ENV: "development" }
    await this.serve("develop", { cwd: this.application, env })
  }

  /** Ends Medusa and the sandbox. */
  async stop(): Promise<void> {
    await Promise.all([this.server?.stop(), this.sandboxProgram.stop()])
  }

  private async serve(
    command: "start" | "develop",
    place: { cwd: string; env: NodeJS.ProcessEnv }
  ): Promise<void> {
    const args = [command, "--port", String(this.port)]
    const hasChildren = command === "develop"
    this.server = new RunningProgram(this.medusa, args, {
      ...place,
      hasChildren,
    })
    await this.server.answers(`${this.baseUrl}/health`)
  }

  private async run(...args: string[]): Promise<void> {
    const here = { cwd: this.application, env: this.env }
    await runCommand(this.medusa, args, here)
  }
}
