import { Button, Container, Heading, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { TestModeBadge } from "../components/test-mode-badge"
import { useTexts } from "../i18n/use-texts"
import { SETUP_PATH } from "../setup/setup-path"
import { AdoptPayment } from "./adopt-payment"
import { NeedsAttention } from "./needs-attention"
import { PaymentsTable } from "./payments-table"

/** Every crypto payment of the store; first those that need a hand. */
export function CryptoPaymentsPage() {
  const { t } = useTexts()
  return (
    <div className="flex flex-col gap-y-3">
      <Container className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <div className="flex flex-wrap items-center gap-2">
            <Heading>{t("list.title")}</Heading>
            <TestModeBadge />
          </div>
          <Text size="small" className="text-ui-fg-subtle">
            {t("list.subtitle")}
          </Text>
        </div>
        <div className="flex flex-wrap gap-2">
          <AdoptPayment />
          <Button size="small" variant="secondary" asChild>
            <Link to={SETUP_PATH}>{t("list.setup")}</Link>
          </Button>
        </div>
      </Container>
      <NeedsAttention />
      <Container className="overflow-hidden p-0">
        <PaymentsTable />
      </Container>
    </div>
  )
}
