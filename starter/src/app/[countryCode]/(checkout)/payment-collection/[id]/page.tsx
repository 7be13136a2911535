import { CryptoPayPage } from "@modules/checkout/components/crypto-payment"

type Props = { params: Promise<{ id: string }> }

export default async function PaymentCollectionPage({ params }: Props) {
  const { id } = await params
  return (
    <div className="content-container py-12">
      <CryptoPayPage id={id} />
    </div>
  )
}
