import fs from "node:fs"
import path from "node:path"

const folder = path.resolve(__dirname, "../../src/modules/crypto-payment")

const isSpec = (file: string) =>
  /^(?!fixtures|merchants)[^/]+\/.+\.spec\.ts$/.test(file)

/** Slow: they try thousands of facts. Most mutants fail a faster test. */
const isProperties = (file: string) => file.includes(".properties.")

const files = fs
  .readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter(isSpec)
  .sort((a, b) => Number(isProperties(a)) - Number(isProperties(b)))

/** As one file, so that a mutant costs one environment and one load of modules. */
for (const file of files) {
  describe(file, () => {
    jest.requireActual(path.join(folder, file))
  })
}
