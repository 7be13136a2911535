import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import globalSetup from "../support/jest/global-setup"
import { packPackage, SANDBOX, setPacked, STOREFRONT_KIT } from "./pack-package"

const repository = path.resolve(__dirname, "../..")

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
    await packAll(folder).catch((error) => ({ failure: String(error) }))
  )
}

async function packAll(folder: string) {
  return {
    plugin: await packPackage(repository, folder),
    kit: await packPackage(path.join(repository, STOREFRONT_KIT), folder),
    sandbox: await packPackage(path.join(repository, SANDBOX), folder),
  }
}
