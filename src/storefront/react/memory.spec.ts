import {
  forgetSession,
  isLatestOfCart,
  recallSession,
  rememberSession,
} from "./memory"

const DAY_MS = 24 * 60 * 60 * 1_000

describe("the session that a browser remembers", () => {
  let stored: Map<string, string>

  /** As a browser's, without the parts that nothing here calls. */
  const setStorage = (value: unknown) =>
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      value,
    })

  beforeEach(() => {
    jest.useFakeTimers({ now: 1_700_000_000_000 })
    stored = new Map()
    setStorage({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    })
  })

  afterEach(() => {
    jest.useRealTimers()
    Reflect.deleteProperty(globalThis, "localStorage")
  })

  it("is the last one, for a day", () => {
    rememberSession("sent", "payses_1")
    rememberSession("sent", "payses_2")
    jest.advanceTimersByTime(DAY_MS - 1)
    expect(recallSession("sent")).toBe("payses_2")
    expect(stored.size).toBe(1)
    jest.advanceTimersByTime(1)
    expect(recallSession("sent")).toBeNull()
    expect(stored.size).toBe(0)
  })

  it("is forgotten by its id, not by that of another tab, and where the clock was set back", () => {
    rememberSession("sent", "payses_1")
    forgetSession("sent", "payses_2")
    forgetSession("latest", "payses_1")
    expect(recallSession("sent")).toBe("payses_1")
    forgetSession("sent", "payses_1")
    expect(stored.size).toBe(0)
    rememberSession("sent", "payses_1")
    jest.setSystemTime(Date.now() - 1)
    expect(recallSession("sent")).toBeNull()
    expect(stored.size).toBe(0)
  })

  it("is of one cart at most", () => {
    const carts = ["cart_1", "cart_2", undefined]
    rememberSession("latest", "payses_1", "cart_1")
    expect(recallSession("latest")).toBe("payses_1")
    expect(carts.filter(isLatestOfCart)).toEqual(["cart_1"])
    rememberSession("latest", "payses_2")
    expect(carts.filter(isLatestOfCart)).toEqual([])
  })

  it.each(["payses_1", "", " ", "payses_1 soon", " 1700000000000", "[]"])(
    "is none where %j is stored, which is removed",
    (value) => {
      stored.set("cryptopay-sent", value)
      expect(recallSession("sent")).toBeNull()
      expect(stored.size).toBe(0)
    }
  )

  it("is none where the browser stores nothing, or there is none", () => {
    const refuse = () => {
      throw new Error("Access is denied.")
    }
    setStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })
    rememberSession("sent", "payses_1")
    expect(recallSession("sent")).toBeNull()
    Reflect.deleteProperty(globalThis, "localStorage")
    rememberSession("sent", "payses_1")
    expect(recallSession("sent")).toBeNull()
  })
})
