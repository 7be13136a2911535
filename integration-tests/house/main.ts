/** Prints how large the project is: `npm run house`. */
import path from "node:path"
import { defineCommand, runMain } from "../support/command"
import { sourceFilesOf } from "../package/architecture/source-files"
import { figuresOf } from "./figures"
import { importCircles } from "./graph"

const repository = path.resolve(__dirname, "../..")

const house = defineCommand({
  name: "house",
  about:
    "Counts lines, files, what a path through the code needs, and exported names.",
  options: {},
  results:
    "Prints each figure beside its goal, and the circles of imports. Where a goal would make the code worse to read, leave it.",
  choose: () => ({}),
})

void runMain(house, async () => {
  const figures = figuresOf(repository)
  const widths = [
    Math.max(...figures.map(({ name }) => name.length)),
    Math.max(...figures.map(({ value }) => value.length)),
  ]
  for (const { name, value, goal } of figures) {
    print(`${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  (${goal})`)
  }
  for (const circle of importCircles(sourceFilesOf(repository))) {
    print(`circle: ${[...circle, circle[0]].join(" → ")}`)
  }
  return 0
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
