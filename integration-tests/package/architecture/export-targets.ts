/** The part of package.json that says what others may import or run. */
export type PublicEntries = {
  exports?: Record<string, string | Record<string, string>>
  bin?: Record<string, string>
}

const BUILT_SOURCES = "./.medusa/server/src/"

/**
 * The entries of `exports` and `bin` with no source file behind them, each as
 * `target (wanted: source)`. `files` are the paths of all files under src.
 */
export function entriesWithoutSource(
  { exports = {}, bin = {} }: PublicEntries,
  files: string[]
): string[] {
  return [...Object.values(exports), ...Object.values(bin)]
    .flatMap((entry) =>
      typeof entry === "string" ? [entry] : Object.values(entry)
    )
    .filter((target) => target !== "./package.json")
    .flatMap((target) => {
      const source = sourceOf(target)
      return files.some((file) => source.test(file))
        ? []
        : [`${target} (wanted: ${source.source})`]
    })
}

/** Matches the source files that the build turns into `target`. */
function sourceOf(target: string): RegExp {
  if (!target.startsWith(BUILT_SOURCES)) return NOTHING
  const built = target.slice(BUILT_SOURCES.length)
  // The admin's entry is generated from whatever pages and widgets there are.
  if (/^admin\/index\.m?js$/.test(built)) {
    return /^src\/admin\/(widgets|routes)\/.+\.tsx$/
  }
  const pattern = built
    .replace(/\.(js|d\.ts)$/, "")
    .split("*")
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]+")
  return new RegExp(`^src/${pattern}\\.ts$`)
}

const NOTHING = /(?!)/
