import { placePoint, toUnits, withoutZeros } from "./decimal"
import {
  identifyCoin,
  isAddress,
  type KnownCoin,
  type NamedCoin,
  type TokenSettings,
} from "./identify"

/** Coins to send to an address. Amounts are decimal strings. */
export type Transfer = {
  coin: KnownCoin
  address: string
  amount: string
  /** The same amount in the coin's smallest unit, as digits. */
  units: string
}

/**
 * What a wallet has to be told to send exactly this amount of this coin to this address. Null where
 * the coin is not known, or amount or address do not fit it.
 */
export function planTransfer(
  coin: NamedCoin,
  { address, amount }: { address: string; amount: string },
  settings?: TokenSettings
): Transfer | null {
  const known = identifyCoin(coin, settings)
  const units = known && toUnits(amount, known.decimals)
  if (!known || !units || !isAddress(address, known.family)) return null
  return { coin: known, address, amount, units }
}

/**
 * The link of a transfer, for a QR code or a phone. Null on TRON: its wallets have no common form.
 * - EIP-681 names the chain and, for a token, its contract and the amount in the smallest unit.
 * - BIP-21, which Litecoin and Dogecoin follow, has the amount in whole coins.
 * - Solana Pay has it in whole coins, and the token's mint.
 *
 * Whole coins have no zeros at the end: wallets reject more digits than the coin has.
 */
export function buildTransferUri(transfer: Transfer): string | null {
  const { coin, address, units } = transfer
  const { contract, network } = coin
  const amount = withoutZeros(placePoint(units, coin.decimals))
  switch (coin.family) {
    case "evm":
      return contract === null
        ? `ethereum:${address}@${network}?value=${units}`
        : `ethereum:${contract}@${network}/transfer?address=${address}&uint256=${units}`
    case "bitcoin":
      return `${network}:${address}?amount=${amount}`
    case "solana": {
      const token = contract === null ? "" : `&spl-token=${contract}`
      return `solana:${address}?amount=${amount}${token}`
    }
    case "tron":
      return null
  }
}
