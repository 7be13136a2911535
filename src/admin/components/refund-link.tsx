import { Button, Drawer, InlineTip } from "@medusajs/ui"
import { type ComponentType, createContext, useContext, useState } from "react"
import { Labeled, SmallText } from "./layout"
import { RefundAmounts } from "./refund-request"
import { Copyable, Timestamp } from "./values"
import { useTexts } from "../i18n/use-texts"
import type { AdminCryptoRefundRequestLinkResponse } from "../../api/types"

type Link = AdminCryptoRefundRequestLinkResponse

const ShowLink = createContext<(link: Link) => void>(() => {})

/** Shows a refund link on the page around. */
export function useShowRefundLink(): (link: Link) => void {
  return useContext(ShowLink)
}

/**
 * A page or widget that shows refund links. The drawer belongs to the page, since the button that
 * made the link may be gone with the next response.
 */
export function withRefundLink<Props extends object>(
  Page: ComponentType<Props>
): ComponentType<Props> {
  return function PageWithRefundLink(props: Props) {
    const [link, setLink] = useState<Link | null>(null)
    return (
      <ShowLink.Provider value={setLink}>
        <Page {...props} />
        {link && <LinkDrawer link={link} onClose={() => setLink(null)} />}
      </ShowLink.Provider>
    )
  }
}

type LinkDrawerProps = { link: Link; onClose: () => void }

function LinkDrawer({ link, onClose }: LinkDrawerProps) {
  const { t } = useTexts()
  const { refund_request: request, token } = link
  return (
    <Drawer open onOpenChange={(open) => open || onClose()}>
      <Drawer.Content>
        <Labeled label={t("actions.cancel")}>
          <Drawer.Header>
            <Drawer.Title>{t("refundLink.title")}</Drawer.Title>
            <Drawer.Description className="text-ui-fg-subtle txt-small text-pretty">
              {t("refundLink.description")}
            </Drawer.Description>
          </Drawer.Header>
        </Labeled>
        <Drawer.Body className="flex flex-1 flex-col gap-y-6 overflow-y-auto">
          <RefundAmounts request={request} />
          <div className="txt-compact-small bg-ui-bg-subtle shadow-borders-base rounded-lg p-3">
            <Copyable
              label={link.link ? "refundLink.title" : "refundLink.token"}
              value={link.link ?? token}
            />
          </div>
          <SmallText>
            {t("refundLink.until")}{" "}
            <Timestamp time={request.expires_at} short />
          </SmallText>
          {!link.link && (
            <InlineTip variant="warning" label={t("refundLink.noPage")}>
              {t("refundLink.noPageHint")}
            </InlineTip>
          )}
        </Drawer.Body>
        <Drawer.Footer>
          <Button size="small" onClick={onClose}>
            {t("refundLink.close")}
          </Button>
        </Drawer.Footer>
      </Drawer.Content>
    </Drawer>
  )
}
