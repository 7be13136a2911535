import { useEffect, useState } from "react"

import type { CryptoPaymentTexts } from "../locales"
import type { CryptoPayment } from "../payment"
import type { CryptoCurrency } from "../store-api"
import { forgetSession, recallSession, rememberSession } from "./memory"
import { CoinIcon, useCoinLooks, usePaymentParts } from "./parts"
import type { CommonProps } from "./use-texts"
import {
  type CoinToSend,
  CopyableValue,
  Detail,
  fillCoin,
  Link,
} from "./elements"

function PaymentDetails({
  payment,
  texts,
  tokens,
}: Pick<CommonProps, "tokens"> & {
  payment: CryptoPayment
  texts: CryptoPaymentTexts
}) {
  const parts = usePaymentParts()
  const { wallet_address: address, crypto_amount: amount } = payment
  if (parts && address && amount) {
    return (
      <parts.FullDetails
        address={address}
        uri={parts.buildPaymentUri(payment, tokens)}
        fill={(text) => fillCoin(text, payment)}
        texts={texts}
      >
        <NetworkAndAmount coin={payment} amount={amount} texts={texts} />
      </parts.FullDetails>
    )
  }
  const known = parts === null ? { amount, address } : {}
  return <PlainDetails {...known} coin={payment} texts={texts} />
}

/** In the place of the details, until they are known, or where their part cannot be loaded. */
export function PlainDetails({
  coin,
  amount = null,
  address = null,
  texts,
}: {
  coin: CoinToSend
  amount?: string | null
  address?: string | null
  texts: CryptoPaymentTexts
}) {
  return (
    <div className="cryptopay-details">
      <div className="cryptopay-pay">
        {address === null && <span className="cryptopay-qr cryptopay-blank" />}
        <dl>
          <NetworkAndAmount coin={coin} amount={amount} texts={texts} />
          <CopyableValue label={texts.address} value={address} texts={texts} />
        </dl>
      </div>
    </div>
  )
}

export function toCoin({ code, name, network }: CryptoCurrency): CoinToSend {
  return { crypto_currency: code, crypto_name: name, crypto_network: network }
}

/** The network, and what happens on another one, before anything that can be copied. */
function NetworkAndAmount({
  coin,
  amount,
  texts,
}: {
  coin: CoinToSend
  amount: string | null
  texts: CryptoPaymentTexts
}) {
  const looks = useCoinLooks()
  const code = coin.crypto_currency ?? ""
  const name = coin.crypto_name ?? code
  const network = coin.crypto_network ?? code
  return (
    <>
      <Detail
        label={texts.network}
        value={network}
        icon={
          <CoinIcon look={looks?.findNetworkLook(network)} name={network} />
        }
        warning={fillCoin(texts.exactAmount, coin)}
      />
      <CopyableValue
        label={texts.amount}
        value={amount}
        unit={name}
        icon={
          <CoinIcon
            look={looks?.findCoinLook({
              code,
              name,
              network: coin.crypto_network ?? "",
            })}
            name={name}
          />
        }
        texts={texts}
      />
    </>
  )
}

/**
 * What to send, with the button by which the shopper says that it was sent;
 * or the link to the hosted page.
 */
export function OpenPayment({
  sent,
  ...details
}: Pick<CommonProps, "tokens"> & {
  payment: CryptoPayment
  sent: ReturnType<typeof useSent>
  texts: CryptoPaymentTexts
}) {
  const { payment, texts } = details
  if (payment.flow !== "h2h") {
    return (
      <Link className="cryptopay-button" href={payment.checkout_url}>
        {texts.openPaymentPage}
      </Link>
    )
  }
  return (
    <>
      {!sent.isSent && <PaymentDetails {...details} />}
      {payment.state !== "creating" && (
        <button
          type="button"
          className={
            sent.isSent ? "cryptopay-link" : "cryptopay-button cryptopay-second"
          }
          onClick={sent.toggle}
        >
          {sent.isSent ? texts.showAgain : texts.sent}
        </button>
      )}
    </>
  )
}

/** What the shopper says proves nothing, and keeps from sending twice. */
export function useSent(sessionId: string | null, onToggle: () => void) {
  const [sentId, setSentId] = useState<string | null>(null)
  useEffect(() => setSentId(recallSession("sent")), [])
  const isSent = sessionId !== null && sentId === sessionId
  const toggle = () => {
    if (sessionId === null) return
    if (isSent) forgetSession("sent", sessionId)
    else rememberSession("sent", sessionId)
    setSentId(isSent ? null : sessionId)
    onToggle()
  }
  return { isSent, toggle }
}
