/** Packages and the ranges that npm is to install, whatever Medusa asks for. */
export type Overrides = Record<string, string>

/**
 * What later versions of Medusa bring, by the name that the table gives it. Without Express 5: before
 * 2.23 Medusa itself names paths that it refuses.
 */
const LATER_PACKAGES: Record<string, Overrides> = {
  "React 19": {
    react: "^19",
    "react-dom": "^19",
    "@types/react": "^19",
    "@types/react-dom": "^19",
  },
  "bignumber.js 11": { "bignumber.js": "^11" },
  "Vite 8": { vite: "^8" },
  "newest zod": { zod: "latest" },
}

/** A store that is tried: a version of Medusa, with other packages or its own. */
export type Trial = { version: string; title: string; overrides: Overrides }

/** A version of Medusa with the packages that it asks for. */
export function plainTrial(version: string): Trial {
  return { version, title: version, overrides: {} }
}

/** A version of Medusa with each of the later packages alone, and with all together. */
export function overrideTrials(version: string): Trial[] {
  const each = Object.entries(LATER_PACKAGES).map(([name, overrides]) => ({
    version,
    title: `${version}, ${name}`,
    overrides,
  }))
  const all = Object.assign({}, ...Object.values(LATER_PACKAGES)) as Overrides
  return [...each, { version, title: `${version}, all`, overrides: all }]
}
