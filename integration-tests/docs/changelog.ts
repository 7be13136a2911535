/** The kinds of changes of Keep a Changelog 1.1.0, in its order. */
const kinds = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]

const introduction = [
  "https://keepachangelog.com/en/1.1.0/",
  "https://semver.org/spec/v2.0.0.html",
]

type Package = {
  version: string
  /** The public address of the source, once there is one. */
  repository?: unknown
}

/** Where a changelog is not what Keep a Changelog 1.1.0 asks for, in sentences. */
export function changelogFaults(text: string, of: Package): string[] {
  const [head, ...parts] = text.split(/^## /m)
  const versions = parts.map(parseVersion)
  const [unreleased, ...releases] = versions
  const links = [...text.matchAll(/^\[([^\]]+)\]: https:\/\/\S+$/gm)].map(
    ([, name]) => name
  )
  const linked = of.repository ? versions.map(({ name }) => name) : []
  return [
    ...fault(!head.startsWith("# Changelog\n"), "It has no title."),
    ...introduction.flatMap((url) =>
      fault(!head.includes(url), `It does not name ${url}.`)
    ),
    ...fault(
      unreleased?.heading !== "[Unreleased]",
      "It does not begin with [Unreleased]."
    ),
    ...releases.flatMap(({ heading, name, sections }) => [
      ...fault(
        !/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d( \[YANKED\])?$/.test(heading),
        `"${heading}" is no version with a date.`
      ),
      ...fault(sections.length === 0, `${name} has no changes.`),
    ]),
    ...fault(
      releases.length > 0 && releases[0].name !== of.version,
      `The newest release is not ${of.version}.`
    ),
    ...fault(
      String(releases.map(({ name }) => name).sort(newestFirst)) !==
        String(releases.map(({ name }) => name)),
      "The newest release is not first."
    ),
    ...versions.flatMap(sectionFaults),
    ...fault(
      String(links) !== String(linked),
      `It links ${String(links) || "nothing"} at its end, not ${String(linked) || "nothing"}.`
    ),
  ]
}

type Version = ReturnType<typeof parseVersion>

function parseVersion(part: string) {
  const [top, ...sections] = part.split(/^### /m)
  const heading = top.split("\n")[0]
  return {
    heading,
    name: /^\[([^\]]*)\]/.exec(heading)?.[1] ?? heading,
    sections: sections.map((section) => {
      const [kind, ...lines] = section.split("\n")
      const text = lines.join("\n").replace(/^\[[^\]]+\]: .*$/gm, "")
      return { kind, list: text.trim() }
    }),
  }
}

function sectionFaults({ name, sections }: Version): string[] {
  const order = sections.map(({ kind }) => kinds.indexOf(kind))
  return [
    ...sections.flatMap(({ kind, list }) => [
      ...fault(!kinds.includes(kind), `"${kind}" of ${name} is no kind.`),
      ...fault(!isList(list), `"${kind}" of ${name} is not one list.`),
    ]),
    ...fault(
      new Set(order).size !== order.length,
      `${name} has a kind of changes twice.`
    ),
    ...fault(
      String(order) !== String([...order].sort()),
      `The kinds of ${name} are not in their order.`
    ),
  ]
}

/** Items, and lines that go on with one. */
function isList(text: string): boolean {
  return (
    text.startsWith("- ") &&
    text.split("\n").every((line) => /^(?:- | {2})\S/.test(line))
  )
}

function newestFirst(one: string, other: string): number {
  return other.localeCompare(one, "en", { numeric: true })
}

function fault(isOne: boolean, sentence: string): string[] {
  return isOne ? [sentence] : []
}
