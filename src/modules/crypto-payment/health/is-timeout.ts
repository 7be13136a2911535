/** Whether `AbortSignal.timeout` ended it. By name: the class may be another realm's. */
export function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "name" in error &&
    error.name === "TimeoutError"
  )
}
