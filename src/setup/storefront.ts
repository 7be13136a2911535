import { type Change, type Edit, type ProjectFolder } from "./project-folder"
import { readDifferences, readPieceFile, readStarterFiles } from "./snippets"

const KIT = "medusa-payment-crypto-storefront"

/** Where the starter's own script serves it; null when the folder is no starter. */
export function findStorefrontUrl(folder: ProjectFolder): string | null {
  if (!isStorefront(folder)) return null
  const { scripts } = folder.readManifest()
  const [, port = "8000"] = / -p (\d+)/.exec(scripts?.dev ?? "") ?? []
  return `http://localhost:${port}`
}

/** Whether the folder is a Next.js starter of Medusa. */
export function isStorefront(folder: ProjectFolder): boolean {
  return folder.read(PAYMENT_STEP) !== null
}

/**
 * Adds the kit, files and edits of the starter's files;
 * a version that is null takes them out again, but not the labels of past orders.
 */
export function changeStorefront(
  folder: ProjectFolder,
  version: string | null
): Change[] {
  const todo = version === null ? "remove" : "add"
  const edits = readDifferences()
  if (version === null) delete edits[PAYMENT_LABELS]
  const variables = {
    NEXT_PUBLIC_MEDUSA_BACKEND_URL: readPieceFile("storefront.env"),
  }
  return [
    ...folder.setDependencies({ [KIT]: version }),
    ...readStarterFiles().flatMap(([file, content]) =>
      folder.setFile(todo, file, content)
    ),
    ...Object.entries(edits).flatMap(([file, difference]) =>
      folder.editFile(todo, file, readEdits(difference))
    ),
    ...folder.setEnvironment(todo, variables),
  ]
}

/** The step of the starters in which a shopper chooses how to pay. */
const PAYMENT_STEP = "src/modules/checkout/components/payment/index.tsx"

/** The starter's page of an order fails without an entry for the order's provider. */
const PAYMENT_LABELS = "src/lib/constants.tsx"

/** Its lines are indented as in the starters. */
function readEdits(difference: string): Edit[] {
  const edits = difference.matchAll(/^@@ (.+) @@\n((?:[-+ ].*\n?)+)/gm)
  return [...edits].map(([, marker, text]) => {
    const without = (sign: string) =>
      text
        .trimEnd()
        .split("\n")
        .filter((line) => !line.startsWith(sign))
        .map((line) => line.slice(1))
        .join("\n")
        .trimStart()
    return { marker, original: without("+"), snippet: without("-") }
  })
}
