import type { CryptoPaymentPhase } from "../phase"

/** A heading, and a sentence or two below it. */
export type Notice = readonly [heading: string, text: string]

/**
 * All that the components say. `{price}`, `{coin}`, `{network}`, `{time}` and
 * `{id}` are filled in where they stand.
 */
export type CryptoPaymentTexts = {
  pay: string
  opening: string
  startFailed: string
  chooseCoin: string
  loadingCoins: string
  noCoins: string
  coinsFailed: string
  showAddress: string
  amount: string
  network: string
  address: string
  exactly: string
  copy: string
  copied: string
  qrCode: string
  openWallet: string
  timeLeft: string
  timeUp: string
  changeCoin: string
  test: string
  toPaymentPage: string
  tryAgain: string
  payNewAmount: string
  continue: string
  back: string
  showOrder: string
  reference: string
  noAnswer: string
  phases: Readonly<Record<CryptoPaymentPhase, Notice>>
}
