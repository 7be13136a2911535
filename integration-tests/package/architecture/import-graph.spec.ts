import { circlesOf, importGraph, reachOf } from "./import-graph"

const graphOf = (files: Record<string, string>) =>
  importGraph(Object.entries(files).map(([path, source]) => ({ path, source })))

const files = {
  "src/a.ts": `import { b } from "./b"`,
  "src/b.ts": `import type { C } from "./c"; import fs from "node:fs"`,
  "src/c/index.ts": `export { b } from "../b"; import d from "../d.json"`,
  "src/e.tsx": `import { a } from "./a"; export type E = import("./f").F`,
  "src/f.ts": "",
}

it("follows imports, types included, to the files that are meant", () => {
  expect([...reachOf(graphOf(files), "src/e.tsx")].sort()).toEqual(
    Object.keys(files).sort()
  )
  expect([...reachOf(graphOf(files), "src/f.ts")]).toEqual(["src/f.ts"])
  expect(() => reachOf(graphOf(files), "src/g.ts")).toThrow("src/g.ts")
})

it("finds each circle once, and none where there is none", () => {
  expect(circlesOf(graphOf(files))).toEqual([["src/b.ts", "src/c/index.ts"]])
  expect(circlesOf(graphOf({ ...files, "src/c/index.ts": "" }))).toEqual([])
  expect(
    circlesOf(graphOf({ "src/own.ts": `import { x } from "./own"` }))
  ).toEqual([["src/own.ts"]])
})
