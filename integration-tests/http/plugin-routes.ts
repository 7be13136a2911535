import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"

const apiFolder = path.resolve(__dirname, "../../src/api")

export type PluginRoute = {
  method: string
  /** As in Express: `/admin/crypto-payments/:id`. */
  path: string
}

/** Every route of the plugin, read from its source: the methods that each route.ts exports. */
export function pluginRoutes(): PluginRoute[] {
  return readdirSync(apiFolder, { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "route.ts")
    .sort()
    .flatMap((file) => {
      const source = readFileSync(path.join(apiFolder, file), "utf8")
      const folders = path.dirname(file).split(path.sep)
      const route = folders
        .map((folder) => folder.replace(/^\[(\w+)\]$/, ":$1"))
        .join("/")
      const methods = [...source.matchAll(exportedMethod)].map(
        ([, method]) => method
      )
      if (methods.length === 0) throw new Error(`${file} exports no method.`)
      const paths = route.endsWith("/:action")
        ? [...source.matchAll(action)].map(([, name]) =>
            route.replace(":action", name)
          )
        : [route]
      if (paths.length === 0) throw new Error(`${file} has no action.`)
      return methods.flatMap((method) =>
        paths.map((path) => ({ method, path: `/${path}` }))
      )
    })
}

const exportedMethod =
  /^export (?:(?:async )?function|const) (GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/gm

/** An entry of the table of `actionRoute`. */
const action = /^ {2}"?([\w-]+)"?: (?:async |\w+[<(])/gm
