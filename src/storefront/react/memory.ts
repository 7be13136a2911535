/** For a day. */
type SessionMemory =
  | "latest" // of the payment that was started last
  | "sent" // of the payment that the shopper says was sent
  | "left" // of the payment whose hosted page the shopper left

/** `coin` is the code of the coin that was chosen last. */
type Memory = SessionMemory | "coin"

const DAY_MS = 24 * 60 * 60 * 1_000

/** A browser may refuse to store anything: then nothing is remembered, and everything works. */
export function recall(name: Memory): string | null {
  try {
    return localStorage.getItem(`cryptopay-${name}`)
  } catch {
    return null
  }
}

/** Null forgets it. */
export function remember(name: Memory, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`cryptopay-${name}`)
    else localStorage.setItem(`cryptopay-${name}`, value)
  } catch {
    // See `recall`.
  }
}

/** The id of the session; null after a day, and where something else is stored. */
export function recallSession(name: SessionMemory): string | null {
  const [id, time] = recall(name)?.split(" ") ?? []
  const ageMs = Date.now() - Number(time)
  if (id && ageMs >= 0 && ageMs < DAY_MS) return id
  remember(name, null)
  return null
}

/** `cartId`: of the cart that the payment is for. */
export function rememberSession(
  name: SessionMemory,
  id: string,
  cartId = ""
): void {
  remember(name, `${id} ${Date.now()} ${cartId}`)
}

export function isLatestOfCart(cartId: string | undefined): boolean {
  return recall("latest")?.split(" ")[2] === cartId
}

/** Another tab may have remembered another one meanwhile, which stays. */
export function forgetSession(name: SessionMemory, id: string): void {
  if (recallSession(name) === id) remember(name, null)
}
