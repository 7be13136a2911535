import type { Language, Translation } from "."

type Load = {
  /** Null until they arrive, and for good if they cannot be loaded. */
  texts: Translation | null
  /** The texts arrived, cannot be loaded, or take too long. */
  isOver: boolean
  /** Resolves when `isOver`. Never rejects. */
  over: Promise<void>
}

type Loaders = Record<string, () => Promise<{ default: Translation }>>

/** Each language but English is a chunk of its own. */
export const LOADERS = {
  de: () => import("./json/de.json"),
  es: () => import("./json/es.json"),
  fr: () => import("./json/fr.json"),
} satisfies Record<Exclude<Language, "en">, Loaders[string]>

/** After this time a page is shown in English until its texts arrive. */
const PATIENCE_MS = 5_000

/** Loads each language once, for all pages and widgets. */
export class TextLoader {
  private readonly loads = new Map<string, Load>()
  private readonly listeners = new Set<() => void>()

  constructor(
    private readonly loaders: Loaders = LOADERS,
    private readonly patienceMs = PATIENCE_MS
  ) {}

  /** The load of a language, which starts now if it has not; null for English and languages without texts. */
  load(language: string): Load | null {
    if (!Object.hasOwn(this.loaders, language)) return null
    return this.loads.get(language) ?? this.start(language)
  }

  /** Calls `listener` whenever the texts of a language arrive; returns what ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private start(language: string): Load {
    const load: Load = { texts: null, isOver: false, over: Promise.resolve() }
    this.loads.set(language, load)
    load.over = new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        load.isOver = true
        resolve()
      }
      const timer = setTimeout(end, this.patienceMs)
      // Without its chunk a language is shown in English until the next reload.
      this.loaders[language]().then((module) => {
        load.texts = module.default
        end()
        this.listeners.forEach((listener) => listener())
      }, end)
    })
    return load
  }
}
