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
  const { state, wallet_address, crypto_amount, crypto_currency } = payment
  const blank = <BlankDetails coin={payment} texts={texts} />
  if (state === "creating") return blank
  if (!wallet_address || !crypto_amount || !crypto_currency) return null
  if (parts === undefined) return blank
  const Address = parts?.AddressValue ?? CopyableValue
  const uri = parts && parts.buildPaymentUri(payment, tokens)
  const fill = (text: string) => fillCoin(text, payment)
  const wallet = (
    <Link className="cryptopay-button" href={uri}>
      {texts.openWallet}
    </Link>
  )
  // A phone has the wallet, and cannot scan itself.
  const isPhone = window.matchMedia?.("(pointer: coarse)").matches
  const code = parts && (
    <parts.PaymentCode
      uri={uri}
      address={wallet_address}
      fill={fill}
      texts={texts}
    />
  )
  // Without a link, the shopper copies amount and address.
  const isCopied = isPhone && !uri
  return (
    <div className="cryptopay-details">
      {isPhone && wallet}
      <div className="cryptopay-pay">
        {!isCopied && code}
        <dl>
          <AmountAndNetwork
            coin={payment}
            amount={crypto_amount}
            texts={texts}
          />
          <Address label={texts.address} value={wallet_address} texts={texts} />
        </dl>
      </div>
      {isCopied && code && (
        <details>
          <summary className="cryptopay-link">{texts.qrCode}</summary>
          {code}
        </details>
      )}
      <p className="cryptopay-warning">{fill(texts.exactAmount)}</p>
      {!isPhone && wallet}
    </div>
  )
}

/** In the place of the details, until they are known. */
export function BlankDetails({
  coin,
  texts,
}: {
  coin: CoinToSend
  texts: CryptoPaymentTexts
}) {
  return (
    <div className="cryptopay-details">
      <div className="cryptopay-pay">
        <span className="cryptopay-qr cryptopay-blank" />
        <dl>
          <AmountAndNetwork coin={coin} amount={null} texts={texts} />
          <CopyableValue label={texts.address} value={null} texts={texts} />
        </dl>
      </div>
      <p className="cryptopay-warning">{fillCoin(texts.exactAmount, coin)}</p>
    </div>
  )
}

export function toCoin({ code, name, network }: CryptoCurrency): CoinToSend {
  return { crypto_currency: code, crypto_name: name, crypto_network: network }
}

function AmountAndNetwork({
  coin,
  amount,
  texts,
}: {
  coin: CoinToSend
  amount: string | null
  texts: CryptoPaymentTexts
}) {
  const looks = useCoinLooks()
  const { crypto_currency, crypto_network: network } = coin
  const code = crypto_currency ?? ""
  const name = coin.crypto_name ?? code
  return (
    <>
      <CopyableValue
        label={texts.amount}
        value={amount}
        unit={name}
        icon={
          <CoinIcon
            look={looks?.findCoinLook({ code, name, network: network ?? "" })}
            name={name}
          />
        }
        texts={texts}
      />
      {network && (
        <Detail
          label={texts.network}
          value={network}
          icon={
            <CoinIcon look={looks?.findNetworkLook(network)} name={network} />
          }
        />
      )}
    </>
  )
}

/** What to send, with the button by which the shopper says that it was sent; or the link to the hosted page. */
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
