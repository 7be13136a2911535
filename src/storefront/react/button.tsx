import type { ReactNode } from "react"

import { returnUrl } from "../return-url"
import type { CommonProps } from "./common-props"
import { StartError } from "./start-error"
import { useSpeech } from "./use-speech"
import { useStart } from "./use-start"

export type CryptoPaymentButtonProps = CommonProps & {
  cartId: string
  /** The hosted page's provider. @default "pp_crypto_crypto" */
  providerId?: string
  /** The shop's return page: a path, or a URL on an allowed origin. @default the shop's options */
  returnPage?: string
  disabled?: boolean
  /** Runs first, to save an address for instance; what it throws is shown. */
  onBeforeStart?: () => void | Promise<void>
  /** Takes the browser to the hosted page. @default location.assign */
  onCheckout?: (checkoutUrl: string) => void
  /** What the button says. @default the text `pay` */
  children?: ReactNode
}

/** Opens a payment for the cart, and leads the browser to the gateway's hosted page. */
export function CryptoPaymentButton(props: CryptoPaymentButtonProps) {
  const { sdk, cartId, providerId = "pp_crypto_crypto", returnPage } = props
  const {
    speech: { texts },
    frame,
  } = useSpeech(props)
  const { onCheckout = (url: string) => window.location.assign(url) } = props
  const { busy, error, start } = useStart(sdk, ({ checkoutUrl }) => {
    if (checkoutUrl !== null) onCheckout(checkoutUrl)
  })
  const pay = () =>
    start(async () => {
      await props.onBeforeStart?.()
      const page = returnPage === undefined ? undefined : returnUrl(returnPage)
      return { cartId, providerId, successUrl: page, failUrl: page }
    })
  return (
    <div {...frame}>
      <button
        type="button"
        className="cryptopay-button"
        disabled={props.disabled}
        aria-disabled={busy}
        onClick={pay}
      >
        {busy ? texts.opening : (props.children ?? texts.pay)}
      </button>
      <StartError error={error} texts={texts} />
    </div>
  )
}
