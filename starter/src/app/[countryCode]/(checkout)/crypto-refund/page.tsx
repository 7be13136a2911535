import { CryptoRefundPage } from "@modules/checkout/components/crypto-refund"

export const metadata = { title: "Refund", robots: { index: false } }

export default function RefundPage() {
  return (
    <div className="content-container py-12">
      <CryptoRefundPage />
    </div>
  )
}
