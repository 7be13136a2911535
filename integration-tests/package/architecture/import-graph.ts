import path from "node:path"
import { type Import, importsOf, type SourceFile } from "./imports"

/** The files that each file names in its imports, types included. */
export type Graph = ReadonlyMap<string, readonly string[]>

const ENDINGS = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"]

/** What a file names outside of `files` is left out. @default isFollowed all imports, types included */
export function importGraph(
  files: readonly SourceFile[],
  isFollowed: (each: Import) => boolean = () => true
): Graph {
  const paths = new Set(files.map((file) => file.path))
  const find = (importer: string, specifier: string) => {
    const target = path.posix.join(path.posix.dirname(importer), specifier)
    return ENDINGS.map((ending) => target + ending).find((each) =>
      paths.has(each)
    )
  }
  return new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap((each) =>
        each.specifier?.startsWith(".") && isFollowed(each)
          ? (find(file.path, each.specifier) ?? [])
          : []
      ),
    ])
  )
}

/** All files that `entry` leads to, itself included. @throws Error for an unknown one */
export function reachOf(graph: Graph, entry: string): Set<string> {
  if (!graph.has(entry)) throw new Error(`There is no file ${entry}.`)
  const reached = new Set([entry])
  // A set's iteration comes to what is added meanwhile.
  for (const file of reached) {
    for (const next of graph.get(file) ?? []) reached.add(next)
  }
  return reached
}

/** The circles among `files`; models name each other in Medusa's relations. */
export function importCircles(files: readonly SourceFile[]): string[][] {
  const others = files.filter((file) => !file.path.includes("/models/"))
  return circlesOf(importGraph(others))
}

/** Each set of files that lead to each other, as a shortest way round from its first file. */
export function circlesOf(graph: Graph): string[][] {
  const seen = new Set<string>()
  const circles: string[][] = []
  for (const file of [...graph.keys()].sort()) {
    if (seen.has(file)) continue
    const way = wayRound(graph, file)
    if (!way) continue
    circles.push(way)
    const others = reachOf(graph, file)
    for (const other of others) {
      if (reachOf(graph, other).has(file)) seen.add(other)
    }
  }
  return circles
}

function wayRound(graph: Graph, start: string): string[] | undefined {
  const ways = [[start]]
  const visited = new Set<string>()
  for (const way of ways) {
    for (const next of graph.get(way[way.length - 1]) ?? []) {
      if (next === start) return way
      if (visited.has(next)) continue
      visited.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}
