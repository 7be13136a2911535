/** What a watch needs to know of the page that it runs in. */
export type Surroundings = {
  isHidden(): boolean
  /** Calls back whenever the page may have come back to the shopper; returns how to stop that. */
  onReturn(listener: () => void): () => void
  /** A clock that only ever runs forward, in milliseconds. */
  nowMs(): number
}

/** The browser's page; on a server, one that is always visible. */
export const browser: Surroundings = {
  isHidden: () => globalThis.document?.hidden ?? false,
  onReturn: (listener) => {
    const { document, window } = globalThis
    document?.addEventListener("visibilitychange", listener)
    for (const event of moments) window?.addEventListener(event, listener)
    return () => {
      document?.removeEventListener("visibilitychange", listener)
      for (const event of moments) window?.removeEventListener(event, listener)
    }
  },
  nowMs: () => performance.now(),
}

/** Back from the page cache, and back in the net. */
const moments = ["pageshow", "online"]
