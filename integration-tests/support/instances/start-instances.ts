import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import {
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from "../../../src/sandbox"
import { demoEnvironment } from "../medusa/demo-environment"
import { type MedusaSurroundings, runMedusa } from "../medusa/medusa-process"
import { startDatabase } from "../medusa/start-database"
import { Teardown } from "../medusa/teardown"
import { telemetryOff } from "../medusa/telemetry-off"
import { freePort } from "../postgres"
import { type RunningRedis, startRedis } from "../start-redis"
import type { SeededStore } from "../store"
import { DEFAULT_CATALOGUE, type ProductInput } from "../store/catalogue"
import { Instance, type WorkerMode } from "./instance"
import { openFrontDoor } from "./front-door"

const ADMIN_USER = {
  email: "admin@instances.test",
  password: "instances-admin",
}

export type InstancesOptions = {
  /**
   * One Medusa process each; several of them need Redis.
   * @default ["shared"]
   */
  modes?: WorkerMode[]
  /** Path of redis-server; without it Medusa's in-memory modules are used. */
  redisProgram?: string
  /** @default every five seconds */
  reconcileSchedule?: string
  /**
   * A database of somebody else's that has all tables, and no rows yet.
   * @default one in a PostgreSQL of its own
   */
  migratedDatabaseUrl?: string
  /** How the gateway is started; its control API always is. */
  sandbox?: SandboxOptions
  /** @default a shirt that is shipped, and an e-book */
  products?: ProductInput[]
  /** Variables that medusa-config.ts and Node read, over the shop's own. */
  environment?: Record<string, string>
  /** Gets a sentence about each step. */
  tell?: (sentence: string) => void
  /** Gets everything that any Medusa prints. */
  onOutput?: (text: string) => void
}

/** A shop in production, small: its processes, database and gateway. */
export type Instances = {
  /** Address before all members that answer requests. */
  url: string
  members: Instance[]
  /** The members that answer requests. */
  servers: Instance[]
  databaseUrl: string
  /** Null while Medusa's in-memory modules are used. */
  redis: RunningRedis | null
  sandbox: Sandbox
  store: SeededStore
  adminUser: { email: string; password: string }
  /** Resolves when nothing of it is left. */
  stop(): Promise<void>
}

/** Starts all of it on loopback; leaves nothing behind when that fails. */
export async function startInstances(
  options: InstancesOptions = {}
): Promise<Instances> {
  const teardown = new Teardown()
  try {
    return await startParts(options, teardown)
  } catch (error) {
    // What went wrong first is what a person has to know.
    await teardown.run().catch(() => {})
    throw error
  }
}

async function startParts(
  {
    modes = ["shared"],
    redisProgram,
    reconcileSchedule = "*/5 * * * * *",
    migratedDatabaseUrl,
    sandbox: sandboxOptions,
    products = DEFAULT_CATALOGUE,
    environment: further = {},
    tell = () => {},
    onOutput,
  }: InstancesOptions,
  teardown: Teardown
): Promise<Instances> {
  const folder = await mkdtemp(path.join(tmpdir(), "instances-"))
  teardown.add(() => rm(folder, { recursive: true, force: true }))

  tell("Starting PostgreSQL and the gateway")
  const databaseUrl =
    migratedDatabaseUrl ?? (await startDatabase("instances", teardown))
  const redis = redisProgram ? await startRedis(redisProgram) : null
  if (redis) teardown.add(() => redis.stop())
  const sandbox = await startSandbox({ ...sandboxOptions, control: true })
  teardown.add(() => sandbox.close())

  // The members' environment names the door, which opens before the members.
  const environment: NodeJS.ProcessEnv = {}
  const members: Instance[] = []
  for (const mode of modes) {
    members.push(
      new Instance(mode, await freePort(), () => ({
        env: { ...environment, MEDUSA_WORKER_MODE: mode },
        onOutput,
      }))
    )
  }
  const servers = members.filter(({ mode }) => mode !== "worker")
  const door = await openFrontDoor(servers)
  teardown.add(() => door.close())
  Object.assign(environment, {
    ...demoEnvironment({
      databaseUrl,
      medusaUrl: door.url,
      storefrontUrl: "http://localhost:8000",
      sandbox,
      admin: false,
      reconcileSchedule,
    }),
    ...(await telemetryOff(path.join(folder, "settings"))),
    LOG_LEVEL: "warn",
    REDIS_URL: redis?.url ?? "",
    ...further,
  })
  const surroundings = { env: environment, onOutput }

  if (!migratedDatabaseUrl) {
    tell("Creating the tables")
    await runMedusa(["db:migrate"], surroundings).success()
  }
  tell("Stocking the shop")
  const store = await stock(folder, products, surroundings)
  tell(`Starting ${modes.length} Medusa`)
  // Registered before they start: one that fails must not leave the others.
  teardown.add(() => Promise.all(members.map((member) => member.stop())))
  await Promise.all(members.map((member) => member.start()))

  return {
    url: door.url,
    members,
    servers,
    databaseUrl,
    redis,
    sandbox,
    store,
    adminUser: ADMIN_USER,
    stop: () => teardown.run(),
  }
}

async function stock(
  folder: string,
  products: ProductInput[],
  surroundings: MedusaSurroundings
): Promise<SeededStore> {
  const productsFile = path.join(folder, "products.json")
  const storeFile = path.join(folder, "store.json")
  await writeFile(productsFile, JSON.stringify(products))
  await runMedusa(
    [
      ...["exec", "./integration-tests/support/instances/seed.ts"],
      ...[ADMIN_USER.email, ADMIN_USER.password, productsFile, storeFile],
    ],
    surroundings
  ).success()
  return JSON.parse(await readFile(storeFile, "utf8"))
}
