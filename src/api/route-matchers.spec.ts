import fs from "node:fs"
import path from "node:path"
import middlewares from "./middlewares"

/** Only literal segments and `:parameters` mean the same in Express 4 and 5. */
const PLAIN = /^(\/([a-z]+(-[a-z]+)*|:\w+))+$/

describe("the routes' paths", () => {
  it("match by literal segments and parameters only", () => {
    const matchers = (middlewares.routes ?? []).map(({ matcher }) => matcher)
    expect(matchers.length).toBeGreaterThan(5)
    expect(matchers.filter((matcher) => !isPlain(matcher))).toEqual([])
  })

  /** A matcher sees `%72esolve`, while Express decodes what a parameter takes of a path. */
  it("are matched by a middleware of the plugin's as a whole, or by what they all begin with", () => {
    const guards = (middlewares.routes ?? []).filter(
      ({ middlewares, policies }) => middlewares?.length || policies
    )
    const narrow = guards
      .filter(
        ({ methods, matcher }) => methods || String(matcher).includes(":")
      )
      .map(({ matcher }) => matcher)
    expect(narrow).toEqual([
      // As core's route has it (medusa/dist/api/store/payment-collections/[id]/payment-sessions).
      "/store/payment-collections/:id/payment-sessions",
      "/hooks/crypto/:provider_id",
    ])
    expect(folders()).toContain("/hooks/crypto/:provider_id")
  })

  it("come from folders of literal segments and parameters only", () => {
    expect(folders().length).toBeGreaterThan(5)
    expect(folders().filter((folder) => !isPlain(folder))).toEqual([])
  })
})

function folders(): string[] {
  return fs
    .readdirSync(__dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .map((file) => `/${path.dirname(file).split(path.sep).join("/")}`)
    .map((folder) => folder.replace(/\[(\w+)\]/g, ":$1"))
}

function isPlain(matcher: string | RegExp): boolean {
  return typeof matcher === "string" && PLAIN.test(matcher)
}
