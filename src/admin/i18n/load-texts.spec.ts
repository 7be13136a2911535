import type { Translation } from "."
import { LOADERS, TextLoader } from "./load-texts"

const loaderOf = (load: () => Promise<{ default: Translation }>) => {
  const de = jest.fn(load)
  return { de, loader: new TextLoader({ de }, 50) }
}

describe("the loader of texts", () => {
  it("loads a language once, and tells its listeners", async () => {
    const { de, loader } = loaderOf(LOADERS.de)
    const listener = jest.fn()
    loader.subscribe(listener)
    const load = loader.load("de")
    expect(load).toMatchObject({ texts: null, isOver: false })
    expect(loader.load("de")).toBe(load)
    await load?.over
    expect(loader.load("de")).toMatchObject({
      texts: { order: { title_one: "Krypto-Zahlung" } },
      isOver: true,
    })
    expect(de).toHaveBeenCalledTimes(1)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it.each(["en", "ja", "constructor"])("loads nothing for %s", (language) => {
    expect(new TextLoader().load(language)).toBeNull()
  })

  it("ends without texts when they cannot be loaded, and does not try again", async () => {
    const { de, loader } = loaderOf(() => Promise.reject(new Error("404")))
    await loader.load("de")?.over
    expect(loader.load("de")).toMatchObject({ texts: null, isOver: true })
    expect(de).toHaveBeenCalledTimes(1)
  })

  it("ends when they take too long, and has them when they arrive", async () => {
    let arrive = () => {}
    const { loader } = loaderOf(async () => {
      await new Promise<void>((resolve) => (arrive = resolve))
      return await LOADERS.de()
    })
    await loader.load("de")?.over
    expect(loader.load("de")).toMatchObject({ texts: null, isOver: true })
    const arrived = new Promise<void>((resolve) => loader.subscribe(resolve))
    arrive()
    await arrived
    expect(loader.load("de")?.texts).not.toBeNull()
  })

  it("tells no listener that has left", async () => {
    const { loader } = loaderOf(LOADERS.de)
    const listener = jest.fn()
    loader.subscribe(listener)()
    await loader.load("de")?.over
    expect(listener).not.toHaveBeenCalled()
  })
})
