import fs from "node:fs"
import path from "node:path"

import { mutants } from "./list"
import { applyMutant } from "./mutant"

const repository = path.resolve(__dirname, "../..")

/** `npm run test:mutants` takes long; that its list still fits is seen at once. */
describe("the list of mutants", () => {
  it("has at most 30 mutants, each with a name of its own", () => {
    const names = mutants.map(({ name }) => name)
    expect(names.length).toBeLessThanOrEqual(30)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))(
    "applies once and names a spec: %s",
    (_name, mutant) => {
      const source = fs.readFileSync(path.join(repository, mutant.file), "utf8")
      expect(applyMutant(source, mutant)).not.toBe(source)
      expect(fs.existsSync(path.join(repository, mutant.killedBy.spec))).toBe(
        true
      )
    }
  )
})
