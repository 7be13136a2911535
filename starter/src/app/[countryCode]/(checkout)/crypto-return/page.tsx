import { getCartId } from "@lib/data/cookies"
import { CryptoReturn } from "@modules/checkout/components/crypto-payment"

export default async function CryptoReturnPage() {
  return (
    <div className="content-container py-12">
      <CryptoReturn cartId={await getCartId()} />
    </div>
  )
}
