import type { CryptoPayment } from "../payment"
import { paymentUri } from "../payment-uri"
import { fill } from "../texts"
import type { Speech } from "./use-speech"
import { Copyable } from "./copyable"
import { QrImage } from "./qr-image"

/** What an inline payment needs: exact amount, coin, network and address, as text and as QR code. */
export function PayFacts({
  payment,
  texts,
}: Pick<Speech, "texts"> & { payment: CryptoPayment }) {
  const { wallet_address, crypto_amount, crypto_currency } = payment
  if (!wallet_address || !crypto_amount || !crypto_currency) return null
  const coin = payment.crypto_name ?? crypto_currency
  const network = payment.crypto_network
  const uri = paymentUri(payment)
  return (
    <div className="cryptopay-facts">
      <div className="cryptopay-pay">
        <QrImage text={uri ?? wallet_address} label={texts.qrCode} />
        <dl>
          <Copyable
            label={texts.amount}
            value={crypto_amount}
            unit={coin}
            texts={texts}
          />
          {network && (
            <div className="cryptopay-fact">
              <dt>{texts.network}</dt>
              <dd>{network}</dd>
            </div>
          )}
          <Copyable
            label={texts.address}
            value={wallet_address}
            texts={texts}
          />
        </dl>
      </div>
      <p className="cryptopay-soft">
        {fill(texts.exactly, { coin, network: network ?? crypto_currency })}
      </p>
      {uri && (
        <a className="cryptopay-link" href={uri}>
          {texts.openWallet}
        </a>
      )}
    </div>
  )
}
