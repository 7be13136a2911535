import path from "node:path"
import { format, resolveConfig } from "prettier"

import { root } from "./pages"

/** A file's text as `npm run format` leaves it. */
export async function formatted(file: string, text: string): Promise<string> {
  const filepath = path.join(root, file)
  return await format(text, { ...(await resolveConfig(filepath)), filepath })
}
