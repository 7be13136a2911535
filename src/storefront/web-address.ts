/**
 * The address when a browser may be led there: http or https, and no user info
 * in front of the host, which reads like another host. Null for all else. A
 * path is taken where `base` says what page it is on.
 */
export function webAddress(value: unknown, base?: string): string | null {
  const url = typeof value === "string" ? parsed(value, base) : null
  if (!url || !/^https?:$/.test(url.protocol)) return null
  return url.username || url.password ? null : String(value)
}

function parsed(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
