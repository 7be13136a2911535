import { spawnSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"

const root = path.resolve(__dirname, "../../..")
const resolver = path.join(__dirname, "suite-paths.js")
const { chooseSuites } = jest.requireActual<{
  chooseSuites: (root: string, args: string[]) => Record<string, string[]>
}>(resolver)

/** Registered in several shops; each other suite is in one. */
const IN_SEVERAL: Record<string, string[]> = {
  "http/gateway-readings-suite.ts": [
    "http/gateway-readings.spec.ts",
    "http/inline-payment.spec.ts",
  ],
  "http/path-spelling-suite.ts": [
    "http/admin-api.spec.ts",
    "http/hostile-inputs.spec.ts",
  ],
  "http/purchase-suite.ts": [
    "http/after-payment.spec.ts",
    "http/before-payment.spec.ts",
    "http/checkout.spec.ts",
  ],
  "http/shared-hooks-suite.ts": [
    "http/paid-cart.spec.ts",
    "http/shared-hooks.spec.ts",
  ],
  "http/webhook-answers-suite.ts": [
    "http/before-payment.spec.ts",
    "http/recovery.spec.ts",
  ],
}

describe("the path of a suite", () => {
  const folder = path.join(root, "integration-tests")
  const suites = fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("-suite.ts"))

  it.each(suites)("chooses %s alone", (suite) => {
    const chosen = chooseSuites(root, [`integration-tests/${suite}`])

    for (const found of Object.values(chosen)) {
      expect(found).toEqual([path.join(folder, suite)])
    }
    const specs = Object.keys(chosen).map((spec) => path.relative(folder, spec))
    expect(specs.sort()).toEqual(
      IN_SEVERAL[suite] ?? [expect.stringMatching(/\.spec\.ts$/)]
    )
  })

  it("chooses nothing where the argument is part of a spec's path", () => {
    expect(chooseSuites(root, ["http/orders"])).toEqual({})
  })
})

const FILES = {
  "jest.config.js": `
    require(${JSON.stringify(resolver)}).findSuites(__dirname, {
      project: "checks",
      owner: "integration",
      borrowed: [__dirname + "/integration-tests/sale.spec.ts"],
    })
    const project = {
      rootDir: __dirname,
      testEnvironment: ${JSON.stringify(path.join(__dirname, "plain-global.js"))},
      transform: { ts$: ${JSON.stringify(require.resolve("@swc/jest"))} },
    }
    module.exports = {
      projects: [
        { ...project, displayName: "integration", testMatch: ["**/sale.spec.ts"] },
        { ...project, displayName: "checks", testMatch: ["**/other.spec.ts"] },
      ],
    }`,
  "integration-tests/sale.spec.ts": `
    import { buyerSuite } from "./buyer-suite"
    import "./seller-suite"
    describe("a shop", () => {
      beforeAll(() => console.log("the shop opens"))
      for (const suite of [buyerSuite]) suite("buyer")
    })
    it("closes", () => {})`,
  "integration-tests/buyer-suite.ts": `
    export function buyerSuite(name) {
      it.each(["pays", "leaves"])(name + " %s", () => {})
      it.skip(name + " sleeps", () => {})
    }`,
  "integration-tests/seller-suite.ts": `
    describe("a seller", () => {
      it("sends", () => {})
    })`,
  "integration-tests/orphan-suite.ts": `it("is alone", () => {})`,
  "integration-tests/other.spec.ts": `it("is something else", () => {})`,
}

describe("Jest with the path of a suite", () => {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), "suite-paths-"))

  beforeAll(() => {
    for (const [name, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(copy, name)), { recursive: true })
      fs.writeFileSync(path.join(copy, name), text)
    }
    fs.writeFileSync(path.join(copy, "package.json"), "{}")
  })

  afterAll(() => fs.rmSync(copy, { recursive: true }))

  /** What ran by name, and everything that Jest printed. */
  const run = (...args: string[]) => {
    const jestProgram = path.join(root, "node_modules/jest/bin/jest.js")
    const report = path.join(copy, "report.json")
    fs.rmSync(report, { force: true })
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [jestProgram, ...args, "--json", "--outputFile", report],
      { cwd: copy, encoding: "utf8", timeout: 60_000 }
    )
    const results = fs.existsSync(report)
      ? JSON.parse(fs.readFileSync(report, "utf8"))
      : { testResults: [] }
    const names = results.testResults.flatMap(
      (file: { assertionResults: { fullName: string }[] }) =>
        file.assertionResults.map(({ fullName }) => fullName.trim())
    )
    return { status, names, output: stdout + stderr }
  }

  it("runs the tests of that suite, with the hooks around them", () => {
    const ran = run("buyer", "--selectProjects", "integration", "checks")
    expect(ran).toMatchObject({
      status: 0,
      names: [
        "a shop buyer pays",
        "a shop buyer leaves",
        "a shop buyer sleeps",
      ],
      output: expect.stringContaining("the shop opens"),
    })
  })

  it("runs none of the other hooks, and finds a suite of another project", () => {
    const ran = run("seller", "--selectProjects", "checks")
    expect(ran).toMatchObject({
      status: 0,
      names: ["a seller sends"],
      output: expect.not.stringContaining("the shop opens"),
    })
  })

  it("runs all of a spec that another argument names", () => {
    const ran = run("sale.spec", "buyer", "--selectProjects", "integration")
    expect(ran).toMatchObject({
      status: 0,
      names: [
        "a seller sends",
        "a shop buyer pays",
        "a shop buyer leaves",
        "a shop buyer sleeps",
        "closes",
      ],
    })
  })

  it.each(["nothing-there", "orphan"])("fails for %s", (argument) => {
    expect(run(argument)).toMatchObject({
      status: 1,
      names: [],
      output: expect.stringContaining("No tests found"),
    })
  })
})
