import type { Notice } from "../../modules/crypto-payment/internal"
import type { NoticeView } from "./describe-notice"
import type { Notifications } from "./notifications"

/** For all users of the admin. */
const FEED = { channel: "feed", to: "" }

/** What the admin's feed renders: neither text nor link of it can be clicked. */
function dataOf({ title, text, url }: NoticeView): Record<string, unknown> {
  return { title, description: `${text}\n${url}` }
}

/** Shows a notice in the admin's feed: one entry, which is updated, and removed once it is cleared. */
export async function showInFeed(
  notifications: Notifications,
  notice: Notice,
  view: NoticeView
): Promise<void> {
  const shown = await notifications.find(notice, FEED)
  const isOpen = notice.cleared_at === null
  if (shown && !isOpen) await notifications.remove(shown)
  if (shown && isOpen) await notifications.update(shown, dataOf(view))
  if (!shown && isOpen) {
    const data = dataOf(view)
    const template = "admin-ui"
    await notifications.create(notice, { ...FEED, template, data }, notice.id)
  }
}

/** For a store that turned the feed off after it was shown. */
export async function removeFromFeed(
  notifications: Notifications,
  notice: Notice
): Promise<void> {
  const shown = await notifications.find(notice, FEED)
  if (shown) await notifications.remove(shown)
}
