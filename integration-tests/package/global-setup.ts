import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import globalSetup from "../support/jest/global-setup"
import { packAll, setPacked } from "./pack-package"

/**
 * Builds before any spec runs: the specs then share the tarballs, and none of
 * them finds the build folder half written by another one.
 */
export default async function packageSetup(): Promise<void> {
  await globalSetup()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "packed-"))
  process.once("exit", () =>
    fs.rmSync(folder, { recursive: true, force: true })
  )
  setPacked(
    await packAll(path.resolve(__dirname, "../.."), folder).catch((error) => ({
      failure: String(error),
    }))
  )
}
