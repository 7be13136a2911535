/**
 * The versions of Medusa that are tried when none is named: the oldest
 * supported one, the newest patch of each later minor version, and the newest
 * snapshot.
 */
export function chooseVersions(published: string[], oldest: string): string[] {
  const releases = published
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .filter((version) => compareVersions(version, oldest) >= 0)
    .sort(compareVersions)
  const newestOfMinor = new Map(
    releases
      .filter((version) => minorOf(version) !== minorOf(oldest))
      .map((version) => [minorOf(version), version])
  )
  const [newestSnapshot] = published
    .filter((version) => /-snapshot-\d{14}$/.test(version))
    .sort((one, other) => snapshotTime(other).localeCompare(snapshotTime(one)))
  return [
    oldest,
    ...newestOfMinor.values(),
    ...(newestSnapshot ? [newestSnapshot] : []),
  ]
}

/** The lowest version that a range such as `^2.17.0` or `>=2.17.0 <3` lets in. */
export function oldestOf(range: string): string {
  const [oldest] = range.match(/\d+\.\d+\.\d+/) ?? []
  if (!oldest) throw new Error(`"${range}" names no version.`)
  return oldest
}

function minorOf(version: string): string {
  return version.split(".").slice(0, 2).join(".")
}

function snapshotTime(version: string): string {
  return version.slice(-14)
}

function compareVersions(one: string, other: string): number {
  const theirs = numbersOf(other)
  const differing = numbersOf(one).map((number, at) => number - theirs[at])
  return differing.find((difference) => difference !== 0) ?? 0
}

function numbersOf(version: string): number[] {
  return version.split(".").map(Number)
}
