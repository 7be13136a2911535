/** Under which names the dashboard's cache keeps what our API answered. */
export const keys = {
  all: ["crypto-payments"],
  lists: ["crypto-payments", "list"],
  list: (query: object) => ["crypto-payments", "list", query],
  detail: (id: string) => ["crypto-payments", "detail", id],
  gateways: ["crypto-payments", "gateways"],
} as const
