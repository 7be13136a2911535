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

  it("come from folders of literal segments and parameters only", () => {
    const folders = fs
      .readdirSync(__dirname, { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "route.ts")
      .map((file) => `/${path.dirname(file).split(path.sep).join("/")}`)
      .map((folder) => folder.replace(/\[(\w+)\]/g, ":$1"))
    expect(folders.length).toBeGreaterThan(5)
    expect(folders.filter((folder) => !isPlain(folder))).toEqual([])
  })
})

function isPlain(matcher: string | RegExp): boolean {
  return typeof matcher === "string" && PLAIN.test(matcher)
}
