import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { type AddressInfo, type Socket, connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { pipeline } from "node:stream/promises"
import { Client } from "pg"
import { cleanEnvironment } from "../clean-environment"
import {
  type MedusaSurroundings,
  REPOSITORY,
  gatewayEnvironment,
  runMedusa,
} from "../medusa/medusa-process"
import { Teardown } from "../medusa/teardown"
import { freePort } from "../postgres"
import {
  createMigratedDatabase,
  databaseAddress,
  dropDatabase,
  startTestPostgres,
  stopTestPostgres,
} from "../postgres/test-postgres"
import { runCommand } from "../run-command"
import type { RunningProgram } from "../running-program"
import { startRedis } from "../start-redis"
import type { ProductInput } from "../store/catalogue"
import type { SeededStore, StoreOptions } from "../store/seed-store"
import { type SandboxOptions, startSandbox } from "../../../src/sandbox"

const SEED = "./integration-tests/support/instances/seed.ts"
/**
 * Builds the admin to where Medusa looks for it, unless NODE_ENV is "development". A page of it
 * takes 15 requests, where one of the development server takes 200.
 */
const BUILDER = path.join(__dirname, "../medusa/admin-builder.js")
const SERVED = path.join(REPOSITORY, "public/admin")
const SERVED_LOCK = 20261130
const ADMIN_USER = { email: "admin@demo.test", password: "demo-admin" }

export type InstancesOptions = {
  /**
   * One Medusa process each; several of them need Redis.
   * @default ["shared"]
   */
  modes?: WorkerMode[]
  /** TCP port of the first. @default any free one */
  port?: number
  /** Path of redis-server; without it Medusa's in-memory modules are used. */
  redisProgram?: string
  /** @default every five seconds */
  reconcileSchedule?: string
  /** Name of its database, in the PostgreSQL of the tests where there is one. @default "medusa" */
  database?: string
  /** How the gateway is started; with its control API unless that says otherwise. */
  sandbox?: SandboxOptions
  /** @default a shirt that is shipped, and an e-book */
  store?: StoreOptions<ProductInput>
  /**
   * Serve Medusa's admin, by its development server or built once at the start.
   * The admin API is there in any case.
   * @default false
   */
  admin?: boolean | "built"
  /** Where the storefront will be. @default "http://localhost:8000" */
  storefrontUrl?: string
  /** Variables that medusa-config.ts and Node read, over the shop's own. */
  environment?: NodeJS.ProcessEnv
  /** Ends the start, or any Medusa that is running; `stop` is still due then. */
  signal?: AbortSignal
  /** Gets a sentence about each step. */
  tell?: (sentence: string) => void
  /** Gets everything that any Medusa prints. */
  onOutput?: (text: string) => void
}

/** A shop in production, small: its processes, database and gateway. */
export type Instances = Awaited<ReturnType<typeof startParts>>

/** Starts all of it on loopback; leaves nothing behind when that fails. */
export async function startInstances(
  options: InstancesOptions = {}
): Promise<Instances> {
  const teardown = new Teardown()
  return await startParts(options, teardown).catch(async (error: unknown) => {
    // What went wrong first is what a person has to know.
    await teardown.run().catch(() => {})
    throw error
  })
}

async function startParts(options: InstancesOptions, teardown: Teardown) {
  const { modes = ["shared"], admin = false, redisProgram } = options
  const { database = "medusa" } = options
  const { storefrontUrl = "http://localhost:8000", tell = () => {} } = options
  const { onOutput, signal } = options
  const folder = await mkdtemp(path.join(tmpdir(), "instances-"))
  teardown.add(() => rm(folder, { recursive: true, force: true }))

  tell("Starting PostgreSQL")
  if (!process.env.DB_HOST) {
    teardown.add(stopTestPostgres)
    await startTestPostgres()
  }
  const databaseUrl = databaseAddress(database)
  const redis = redisProgram ? await startRedis(redisProgram) : null
  if (redis) teardown.add(() => redis.stop())
  tell("Starting the sandbox gateway")
  const sandbox = await startSandbox({ control: true, ...options.sandbox })
  teardown.add(() => sandbox.close())

  // The members' environment names the door, which opens before the members.
  const env: NodeJS.ProcessEnv = {}
  let changed: NodeJS.ProcessEnv = {}
  const members: Instance[] = []
  for (const mode of modes) {
    const port = members.length > 0 ? undefined : options.port
    members.push(
      new Instance(mode, port ?? (await freePort()), () => ({
        env: { ...env, ...changed, MEDUSA_WORKER_MODE: mode },
        onOutput,
        signal,
      }))
    )
  }
  const servers = members.filter(({ mode }) => mode !== "worker")
  const door = servers.length > 1 ? await openFrontDoor(servers) : null
  if (door) teardown.add(() => door.close())
  const { url } = door ?? servers[0]
  Object.assign(
    env,
    cleanEnvironment({
      // Not "production", or cookies would need https; and not "development"
      // for what was built, or Medusa would not serve it.
      NODE_ENV: admin === "built" ? "test" : "development",
      LOG_LEVEL: "warn",
      ...(await telemetryOff(folder)),
      DATABASE_URL: databaseUrl,
      // Empty, not absent: a .env file must not bring one in.
      REDIS_URL: redis?.url ?? "",
      JWT_SECRET: randomBytes(24).toString("hex"),
      COOKIE_SECRET: randomBytes(24).toString("hex"),
      STORE_CORS: storefrontUrl,
      ADMIN_CORS: url,
      AUTH_CORS: `${storefrontUrl},${url}`,
      DISABLE_MEDUSA_ADMIN: String(!admin),
      // Otherwise the admin's development server reloads on every interface.
      HMR_BIND_HOST: "127.0.0.1",
      ...gatewayEnvironment(sandbox, url),
      CRYPTO_TEST_MODE: "true",
      // The sandbox's own countdown.
      CRYPTO_PAYMENT_WINDOW_MINUTES: "15",
      CRYPTO_RECONCILE_SCHEDULE: options.reconcileSchedule ?? "*/5 * * * * *",
    }),
    options.environment
  )
  const surroundings = { env, onOutput, signal }

  tell("Migrating the database (about a minute)")
  teardown.add(() => dropDatabase(database))
  await createMigratedDatabase(database, surroundings)
  if (admin === "built") {
    tell("Building the admin")
    await takeServedFolder(teardown)
    await runCommand(process.execPath, [BUILDER, SERVED, storefrontUrl], {
      cwd: REPOSITORY,
      env: { ...env, NODE_ENV: "production" },
    })
  }
  tell("Seeding the store: a region, products and an admin user")
  const store = await seed(folder, options.store ?? {}, surroundings)
  const start = () => Promise.all(members.map((member) => member.start()))
  const stop = () => Promise.all(members.map((member) => member.stop()))
  tell(
    `Starting ${modes.length} Medusa ${admin ? "with" : "without"} the admin`
  )
  // Registered before they start: one that fails must not leave the others.
  teardown.add(stop)
  await start()

  return {
    /** Address of the member that answers requests, or before all of them. */
    url,
    members,
    /** The members that answer requests. */
    servers,
    databaseUrl,
    /** Null while Medusa's in-memory modules are used. */
    redis,
    sandbox,
    store,
    adminUser: ADMIN_USER,
    /** Starts the members again, where they were, with some variables changed. */
    restart: async (changes: NodeJS.ProcessEnv) => {
      await stop()
      changed = changes
      await start()
    },
    /** Resolves when nothing of it is left. */
    stop: () => teardown.run(),
  }
}

/** There is one of it: in other processes, a shop that serves a built admin waits for this one. */
async function takeServedFolder(teardown: Teardown): Promise<void> {
  const client = new Client({ connectionString: databaseAddress("postgres") })
  await client.connect()
  teardown.add(() => client.end())
  // Held by the connection.
  await client.query(`SELECT pg_advisory_lock(${SERVED_LOCK})`)
  teardown.add(() => rm(SERVED, { recursive: true, force: true }))
}

/**
 * Variables that make Medusa start no sender of telemetry when it ends;
 * MEDUSA_DISABLE_TELEMETRY alone does not: it starts one that has nothing to
 * send, and that outlives Medusa.
 */
async function telemetryOff(folder: string) {
  await mkdir(path.join(folder, "medusa"))
  await writeFile(
    path.join(folder, "medusa/config.json"),
    JSON.stringify({ telemetry: { enabled: false } })
  )
  return { XDG_CONFIG_HOME: folder }
}

async function seed(
  folder: string,
  store: StoreOptions<ProductInput>,
  surroundings: MedusaSurroundings
): Promise<SeededStore> {
  const { email, password } = ADMIN_USER
  const file = path.join(folder, "store.json")
  await writeFile(file, JSON.stringify(store))
  const args = ["exec", SEED, email, password, file]
  await runMedusa(args, surroundings).success()
  return JSON.parse(await readFile(file, "utf8"))
}

/** As in MEDUSA_WORKER_MODE: who answers requests, who runs jobs, or both. */
export type WorkerMode = "shared" | "server" | "worker"

/** One of several Medusas: a real process that can die and come back. */
export class Instance {
  private process: RunningProgram | undefined
  /** True between the first healthy answer and the end. */
  isUp = false

  constructor(
    readonly mode: WorkerMode,
    readonly port: number,
    /** Asked at each start. */
    private readonly surroundings: () => MedusaSurroundings
  ) {}

  /** Address of its HTTP API. */
  get url(): string {
    return `http://localhost:${this.port}`
  }

  /** Of its process, while it has one. */
  get pid(): number | undefined {
    return this.process?.pid
  }

  /** Resolves when it answers; a member that already runs is left as it is. */
  async start(): Promise<void> {
    const address = ["--host", "127.0.0.1", "--port", String(this.port)]
    this.process ??= runMedusa(["start", ...address], this.surroundings())
    await this.process.answers(`${this.url}/health`)
    this.isUp = true
  }

  /** `kill -9`: nothing is finished, nothing is tidied. */
  async kill(): Promise<void> {
    await this.end((process) => process.kill())
  }

  async stop(): Promise<void> {
    await this.end((process) => process.stop())
  }

  /** Rejects when it ends by itself. */
  async untilItFails(): Promise<never> {
    if (!this.process) throw new Error("This Medusa was stopped.")
    return await this.process.untilItFails()
  }

  /** The last lines that it printed since its last start. */
  logTail(): string {
    return this.process?.logTail() ?? ""
  }

  private async end(
    how: (process: RunningProgram) => Promise<void>
  ): Promise<void> {
    const { process } = this
    this.isUp = false
    if (!process) return
    await how(process)
    this.process = undefined
  }
}

/**
 * Passes each connection to the next server that is up, in turn, as a load
 * balancer does. With all of them down a connection is cut, as it would be.
 */
async function openFrontDoor(
  servers: Instance[]
): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let turn = 0
  const door = createServer((caller) => {
    const up = servers.filter(({ isUp }) => isUp)
    const server = up[turn++ % Math.max(1, up.length)]
    if (!server) {
      caller.destroy()
      return
    }
    sockets.add(caller)
    caller.once("close", () => sockets.delete(caller))
    const onward = connect(server.port, "127.0.0.1")
    // A cut on one side is a cut on the other: neither side waits for an answer.
    pipeline(caller, onward).catch(() => {})
    pipeline(onward, caller).catch(() => {})
  })
  door.listen(0, "127.0.0.1")
  await once(door, "listening")
  return {
    url: `http://localhost:${(door.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(door, "close")
      door.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
