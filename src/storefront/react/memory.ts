/** What a browser remembers of an earlier visit; it may refuse to store anything. */
export type Memory =
  | "coin" // the code that was chosen last
  | "sent" // the session of the payment that the shopper says was sent

export function recall(name: Memory): string | null {
  try {
    return localStorage.getItem(`cryptopay-${name}`)
  } catch {
    return null
  }
}

export function remember(name: Memory, value: string): void {
  try {
    localStorage.setItem(`cryptopay-${name}`, value)
  } catch {
    // Everything works without it.
  }
}
