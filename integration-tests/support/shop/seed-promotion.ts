import type { MedusaContainer } from "@medusajs/framework/types"
import { createPromotionsWorkflow } from "@medusajs/medusa/core-flows"

export const PROMOTION_CODE = "TWO_OFF"

/** Creates a promotion of 2 EUR off an order, for those who enter its code. */
export async function seedPromotion(
  container: MedusaContainer,
  more: { code?: string; limit?: number } = {}
): Promise<void> {
  await createPromotionsWorkflow(container).run({
    input: {
      promotionsData: [
        {
          code: PROMOTION_CODE,
          type: "standard",
          status: "active",
          is_automatic: false,
          application_method: {
            type: "fixed",
            target_type: "order",
            value: 2,
            currency_code: "eur",
            allocation: "across",
          },
          ...more,
        },
      ],
    },
  })
}
