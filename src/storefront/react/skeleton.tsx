/** Stands for a choice or a payment until it is known, in about its size. */
export function Skeleton({ text }: { text: string }) {
  return (
    <div className="cryptopay-skeleton">
      <p role="status" className="cryptopay-visually-hidden">
        {text}
      </p>
      <span />
      <span />
      <span />
    </div>
  )
}
