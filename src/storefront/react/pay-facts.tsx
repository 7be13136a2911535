import type { CryptoPayment } from "../payment"
import { paymentUri } from "../payment-uri"
import { fill } from "../texts"
import type { Speech } from "./use-speech"
import { Copyable } from "./copyable"
import { Link } from "./link"
import { QrImage } from "./qr-image"

/** Written from right to left, it must not turn the sentence around it. */
const isolated = (name: string) =>
  /^[ -~]*$/.test(name) ? name : `\u2068${name}\u2069`

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
              <dd>
                <bdi>{network}</bdi>
              </dd>
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
        {fill(texts.exactly, {
          coin: isolated(coin),
          network: isolated(network ?? crypto_currency),
        })}
      </p>
      <Link className="cryptopay-link" href={uri}>
        {texts.openWallet}
      </Link>
    </div>
  )
}
