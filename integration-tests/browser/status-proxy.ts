import { startTamperingProxy } from "../support/tampering-proxy"

/** A gateway in front of the sandbox, for statuses that the sandbox does not have. */
export type StatusProxy = {
  url: string
  /** Reports a payment in this status from now on, or as it is when undefined. */
  report(id: string, status: string | undefined): void
  close(): Promise<void>
}

export async function startStatusProxy(
  sandboxUrl: string
): Promise<StatusProxy> {
  const statuses = new Map<string, string | undefined>()
  const withStatus = (_name: string, value: unknown) => {
    if (typeof value !== "object" || value === null) return value
    const status = "id" in value && statuses.get(String(value.id))
    return status ? { ...value, status } : value
  }
  const proxy = await startTamperingProxy(sandboxUrl, {
    answer: ({ status, body }) => ({
      status,
      body: body && JSON.stringify(JSON.parse(body, withStatus)),
    }),
  })
  return { ...proxy, report: (id, status) => void statuses.set(id, status) }
}
