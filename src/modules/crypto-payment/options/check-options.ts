import type { LoaderOptions } from "@medusajs/framework/types"

import { parseOptions } from "./parse-options"

/** Stops Medusa at start, with every fault named, when the options are wrong. */
export default async function checkOptions({ options }: LoaderOptions) {
  parseOptions(options)
}
