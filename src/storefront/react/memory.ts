/** The code of the coin that was chosen last. */
const COIN = "cryptopay-coin"

/** Payment sessions that a browser remembers, for a day. */
export type SessionMemory =
  | "latest" // of the payment that was started last
  | "sent" // of the payment that the shopper says was sent
  | "left" // of the payment whose hosted page the shopper left

const DAY_MS = 24 * 60 * 60 * 1_000

/** A browser may refuse to store anything. */
export function recallCoin(): string | null {
  return read(COIN)
}

/** Replaces the one before. */
export function rememberCoin(code: string): void {
  write(COIN, code)
}

/** The id of the session; null after a day, and where something else is stored. */
export function recallSession(name: SessionMemory): string | null {
  const [id, time] = read(toKey(name))?.split(" ") ?? []
  const ageMs = Date.now() - Number(time)
  if (id && ageMs >= 0 && ageMs < DAY_MS) return id
  write(toKey(name), null)
  return null
}

/** Replaces the one before. `cartId`: of the cart that the payment is for. */
export function rememberSession(
  name: SessionMemory,
  id: string,
  cartId = ""
): void {
  write(toKey(name), `${id} ${Date.now()} ${cartId}`)
}

/** Whether the latest payment was remembered with this cart. */
export function isLatestOfCart(cartId: string | undefined): boolean {
  return read(toKey("latest"))?.split(" ")[2] === cartId
}

/** Another tab may have remembered another one meanwhile, which stays. */
export function forgetSession(name: SessionMemory, id: string): void {
  if (recallSession(name) === id) write(toKey(name), null)
}

function toKey(name: SessionMemory): string {
  return `cryptopay-${name}`
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Everything works without it.
  }
}
