import { addUnits, type Coin, Decimal } from "./coins"

/**
 * What arrives. `exact` is the amount that is due; `under` and `dust` (the coin's smallest unit)
 * are too little, and leave the payment `pending`: the contract has no status for it. The others
 * are confirmed all the same.
 */
export const TRANSFER_KINDS = [
  "exact",
  "under",
  "dust",
  "short",
  "one_unit_short",
  "one_unit_over",
  "over",
] as const

/** One of these. */
export type TransferKind = (typeof TRANSFER_KINDS)[number]

/** How much arrives where this much is due. */
export function transferredAmount(
  amount: string,
  kind: TransferKind,
  coin: Coin | undefined
): string {
  const units = (amount: string, count: number) =>
    coin ? addUnits(amount, count, coin) : amount
  switch (kind) {
    case "exact":
      return amount
    case "under":
    case "short":
      return new Decimal(amount).times("0.9").toFixed()
    case "over":
      return new Decimal(amount).times("1.1").toFixed()
    case "dust":
      return units("0", 1)
    case "one_unit_short":
      return units(amount, -1)
    case "one_unit_over":
      return units(amount, 1)
  }
}
