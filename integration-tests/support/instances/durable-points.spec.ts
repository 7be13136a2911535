import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { connected, ensureDatabase } from "../postgres"
import { databaseAddress, dropDatabase } from "../postgres/test-postgres"
import { RunningProgram } from "../running-program"
import { DurablePoints, type PointPlan } from "./durable-points"

const TYPESCRIPT = path.resolve(__dirname, "../../../scripts/typescript.js")
const DATABASE = "points"
const PRELOAD = path.join(__dirname, "point-counter.js")

/** One statement after the other; `n` says what is in the table then. */
const STATEMENTS = [
  "INSERT INTO piece VALUES (1)",
  "SELECT 1",
  "SELECT n FROM piece FOR UPDATE",
  // Changes nothing.
  "UPDATE piece SET n = 0 WHERE n = 99",
  "BEGIN",
  'UPDATE "piece" SET n = 2',
  "INSERT INTO public.piece VALUES (3)",
  "COMMIT",
  "BEGIN",
  "SELECT 1",
  "COMMIT",
  "BEGIN",
  "INSERT INTO piece VALUES (98)",
  "ROLLBACK",
  "BEGIN",
  "DELETE FROM piece WHERE n = 3",
  "SAVEPOINT inner_one",
  "INSERT INTO piece VALUES (97)",
  "ROLLBACK TO SAVEPOINT inner_one",
  "COMMIT",
  // The server answers this commit with ROLLBACK.
  "BEGIN",
  "INSERT INTO piece VALUES (96)",
  "INSERT INTO nowhere VALUES (96)",
  "COMMIT",
  "WITH due AS (SELECT n FROM piece FOR UPDATE SKIP LOCKED) UPDATE piece SET n = 4",
  "WITH none AS (SELECT n FROM piece WHERE n = 99) UPDATE piece SET n = 5 FROM none",
  "WITH five AS (UPDATE piece SET n = 5 RETURNING n) UPDATE piece SET n = 6 FROM five WHERE false",
  "WITH six AS (UPDATE piece SET n = 6 RETURNING n) SELECT n FROM six WHERE n = 7",
  "WITH known AS (SELECT 1) SELECT n FROM piece FOR NO KEY UPDATE",
]

/** The number of points, and what is in the table after each. */
const POINTS: [writes: string, rows: number[]][] = [
  ["insert piece", [1]],
  ["update piece, insert piece", [2, 3]],
  ["delete piece, insert piece", [2]],
  ["update piece", [4]],
  ["update piece", [5]],
  ["update piece", [6]],
]

const WRITES = POINTS.map(([writes]) => writes)

/** Runs them with a callback or a promise, as the driver allows; prints which failed. */
const PROGRAM = `
  const { Client } = require("pg")
  const [statements, form] = JSON.parse(process.argv[1])
  const client = new Client({ connectionString: process.env.DATABASE_URL })
  client.on("error", () => {})
  const run = (text) =>
    form === "promise"
      ? client.query(text)
      : new Promise((resolve, reject) =>
          client.query({ text, values: [] }, (error, answer) =>
            error ? reject(error) : resolve(answer)
          )
        )
  client.connect().then(async () => {
    for (const text of statements) {
      await run(text).catch(({ message }) => console.log("failed: " + message))
    }
    console.log("at the end")
    await client.end().catch(() => {})
  })`

describe("the durable points of a process", () => {
  let folder: string
  let points: DurablePoints

  beforeAll(async () => {
    await ensureDatabase(databaseAddress(DATABASE))
    folder = await mkdtemp(path.join(tmpdir(), "points-"))
    points = new DurablePoints(path.join(folder, "points"))
  })

  afterAll(async () => {
    await dropDatabase(DATABASE)
    await rm(folder, { recursive: true, force: true })
  })

  async function sql(statement: string): Promise<number[]> {
    let numbers: number[] = []
    await connected(databaseAddress(DATABASE), async (client) => {
      const { rows } = await client.query<{ n: number }>(statement)
      numbers = rows?.map(({ n }) => n) ?? []
    })
    return numbers
  }

  /** Plays the statements in a process of their own. */
  async function play(
    plan: PointPlan | null,
    form: "promise" | "callback" = "callback",
    statements = STATEMENTS
  ) {
    await sql("CREATE TABLE IF NOT EXISTS piece (n integer)")
    await sql("TRUNCATE piece")
    if (plan) await points.arm(plan)
    else await points.disarm()
    let output = ""
    const program = new RunningProgram(
      process.execPath,
      [
        "-r",
        PRELOAD,
        "-r",
        TYPESCRIPT,
        "-e",
        PROGRAM,
        JSON.stringify([statements, form]),
      ],
      {
        cwd: __dirname,
        env: {
          ...process.env,
          POINTS_FILE: points.file,
          DATABASE_URL: databaseAddress(DATABASE),
        },
        onOutput: (text) => (output += text),
      }
    )
    const error = await program.success().catch((each: unknown) => String(each))
    return {
      isKilled: String(error).includes("SIGKILL"),
      isFinished: output.includes("at the end"),
      failures: output.match(/failed: .*/g) ?? [],
      rows: await sql("SELECT n FROM piece ORDER BY n"),
      isReached: points.isReached,
      seen: await points.seen(),
    }
  }

  it.each(["promise", "callback"] as const)(
    "are writes outside a transaction and commits that wrote (%s)",
    async (form) => {
      const { seen, isFinished, isReached } = await play(
        { action: "kill" },
        form
      )
      expect(seen).toEqual(WRITES)
      expect({ isFinished, isReached }).toEqual({
        isFinished: true,
        isReached: false,
      })
    }
  )

  it.each(POINTS.map(([writes, rows], index) => [index + 1, writes, rows]))(
    "are where it dies: after number %i (%s) is in the database",
    async (point, _writes, rows) => {
      const result = await play({ action: "kill", point: Number(point) })
      expect(result).toMatchObject({ isKilled: true, isReached: true, rows })
      expect(result.seen).toHaveLength(Number(point))
    }
  )

  it("are not counted without a plan", async () => {
    expect(await play(null)).toMatchObject({ isFinished: true, rows: [6] })
  })

  it("are where an answer is kept back", async () => {
    const began = Date.now()
    const result = await play({ action: "hold", point: 2, ms: 1_000 })
    expect(Date.now() - began).toBeGreaterThan(1_000)
    expect(result).toMatchObject({ isFinished: true, rows: [6] })
  })

  it.each([
    ["after a write", 1, "INSERT INTO piece VALUES (1)", true, [1]],
    ["before a commit", 2, "COMMIT", true, [1]],
    ["after a commit", 2, "COMMIT", false, [2, 3]],
  ])(
    "are where the connection is lost: %s",
    async (_where, point, statement, isLost, rows) => {
      const result = await play({ action: "cut", point, isLost })
      expect(result).toMatchObject({ isReached: true, isFinished: true, rows })
      // It has no answer, and nothing was done after it.
      const done = STATEMENTS.indexOf(statement)
      expect(result.failures).toHaveLength(STATEMENTS.length - done)
      expect(result.seen).toEqual(WRITES.slice(0, point))
    }
  )

  it("come later and in the same order where the database is slow", async () => {
    const began = Date.now()
    const { seen, rows } = await play({ action: "slow", ms: 400, seed: 7 })
    expect(Date.now() - began).toBeGreaterThan(STATEMENTS.length * 20)
    expect({ seen, rows }).toEqual({ seen: WRITES, rows: [6] })
  })
})
