import { Button, Heading, Text } from "@medusajs/ui"
import { Link } from "react-router-dom"

import { useTexts } from "../i18n/use-texts"
import { SETUP_PATH } from "../setup/setup-path"

/** In the place of the list before the first payment: is all set up for it? */
export function NoPayments() {
  const { t } = useTexts()
  return (
    <div className="flex flex-col items-center gap-y-4 px-6 py-16 text-center">
      <div className="flex flex-col gap-y-1">
        <Heading level="h3">{t("list.empty.heading")}</Heading>
        <Text size="small" className="text-ui-fg-subtle max-w-96 text-pretty">
          {t("list.empty.description")}
        </Text>
      </div>
      <Button size="small" variant="secondary" asChild>
        <Link to={SETUP_PATH}>{t("list.setup")}</Link>
      </Button>
    </div>
  )
}
