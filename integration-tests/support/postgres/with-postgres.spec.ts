import { spawnSync } from "node:child_process"
import path from "node:path"

const repository = path.resolve(__dirname, "../../..")

function withPostgres(...command: string[]) {
  return spawnSync(
    process.execPath,
    [
      "-r",
      require.resolve("../../../scripts/typescript.js"),
      "integration-tests/support/postgres/with-postgres.ts",
      ...command,
    ],
    { cwd: repository, encoding: "utf8" }
  )
}

describe("with-postgres", () => {
  it("gives the command an empty database, and its exit code to us", () => {
    const program = `
      const { Client } = require("pg")
      const client = new Client({ connectionString: process.env.DATABASE_URL })
      client
        .connect()
        .then(() => client.query("select 6 + 1 as seven"))
        .then(({ rows }) => process.exit(rows[0].seven))
    `
    const { status, stderr } = withPostgres(process.execPath, "-e", program)
    expect({ status, stderr }).toEqual({ status: 7, stderr: "" })
  })
})
