import type { CryptoPaymentPhase } from "../phase"
import type { StoreSdk } from "../sdk"
import type { CryptoPaymentLabels } from "../texts"

/** What all of the components take. */
export type CommonProps = {
  /** An instance of js-sdk's `Medusa` with the publishable key. */
  sdk: StoreSdk
  /**
   * Language of the texts and of the numbers. All but English is loaded when a
   * component comes up; `labels` with a whole language saves that.
   * @default "en"
   */
  locale?: string
  /** Texts of one's own. */
  labels?: CryptoPaymentLabels
  /** Called when the payment comes into another phase, to load the cart anew for instance. */
  onPhase?: (phase: CryptoPaymentPhase) => void
  /** Added to the component's own class. */
  className?: string
}
