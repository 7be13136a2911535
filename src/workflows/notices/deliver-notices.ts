import type { MedusaContainer } from "@medusajs/framework/types"
import { readOrderNumbers } from "../../medusa-order"
import {
  type Audience,
  CRYPTO_PAYMENT_MODULE,
  isMailed,
  type Notice,
  redeliveryMinutes,
} from "../../modules/crypto-payment/internal"
import { describeNotice, type NoticeView } from "./describe-notice"
import { removeFromFeed, showInFeed } from "./feed"
import { noticeMail, sendMail } from "./mail"
import { Notifications } from "./notifications"

const BATCH_SIZE = 20

/** A run begins no further notice after this; what it took of them comes back. */
const MAX_MS = 30_000

/** How long a notice waits where Medusa has no provider for its channel. */
const NO_PROVIDER_SECONDS = 60 * 60

/**
 * Delivers the notices that are due, to the admin's feed and by e-mail. Safe to run at any time, in
 * several processes at once. What fails is tried again later, and never throws: a notice must not
 * stop the work that it is about.
 */
export async function deliverNotices(container: MedusaContainer) {
  const { notices } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const startedMs = performance.now()
  let due: Notice[]
  do {
    due = await notices.dequeue(BATCH_SIZE)
    for (const notice of due) {
      if (performance.now() - startedMs > MAX_MS) return
      await tryDeliver(container, notice)
    }
  } while (due.length === BATCH_SIZE)
}

async function tryDeliver(container: MedusaContainer, notice: Notice) {
  const { notices } = container.resolve(CRYPTO_PAYMENT_MODULE)
  try {
    const isDone = await deliver(container, notice)
    if (isDone) await notices.markDelivered(notice)
    else await notices.postpone(notice, NO_PROVIDER_SECONDS)
  } catch (error) {
    const failures = notice.failures + 1
    const minutes = redeliveryMinutes(failures)
    const again = minutes
      ? `it is tried again in ${minutes} min`
      : "it is given up"
    container
      .resolve("logger")
      .warn(
        `crypto payments: notice ${notice.id} (${notice.kind}) could not be delivered, ${again}: ${error instanceof Error ? error.message : String(error)}`
      )
    await notices.postpone({ ...notice, failures }, minutes && minutes * 60)
  }
}

/** @returns false where it has to wait for a provider of a channel. */
async function deliver(
  container: MedusaContainer,
  notice: Notice
): Promise<boolean> {
  const { merchants } = container.resolve(CRYPTO_PAYMENT_MODULE)
  const audience = merchants.audience(notice)
  const delivered = await allOf([
    deliverToFeed(container, notice, audience),
    deliverByMail(container, notice, audience),
  ])
  return delivered.every((isDone) => isDone)
}

/** Waits for all, also where one failed: it must not stop the others. @throws what the first threw. */
async function allOf<Result>(works: Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(works)
  return await Promise.all(works)
}

async function deliverToFeed(
  container: MedusaContainer,
  notice: Notice,
  audience: Audience
): Promise<boolean> {
  const { feed } = audience.notify
  const notifications = Notifications.of(container, "feed")
  if (!notifications) {
    const isOver = !feed || notice.cleared_at !== null
    return isOver || warnOnce(container, "feed", "notify.feed to false")
  }
  if (!feed) {
    await removeFromFeed(notifications, notice)
    return true
  }
  const view = await describe(container, notice, audience)
  await showInFeed(notifications, notice, view)
  return true
}

async function deliverByMail(
  container: MedusaContainer,
  notice: Notice,
  audience: Audience
): Promise<boolean> {
  const { email, language } = audience.notify
  const isOver = notice.mailed_at !== null || notice.cleared_at !== null
  if (email.length === 0 || !isMailed(notice.kind) || isOver) return true
  const notifications = Notifications.of(container, "email")
  if (!notifications) return warnOnce(container, "email", "no notify.email")
  const view = await describe(container, notice, audience)
  const mail = noticeMail(notice, view, language)
  await allOf(
    [...new Set(email)].map((address) =>
      sendMail(notifications, notice, address, mail)
    )
  )
  return true
}

async function describe(
  container: MedusaContainer,
  notice: Notice,
  { merchant_key, admin_url, notify }: Audience
): Promise<NoticeView> {
  const orderNumbers = await readOrderNumbers(container.resolve("query"), [
    notice.order_id,
  ])
  const { language } = notify
  const context = { language, merchant_key, admin_url, orderNumbers }
  return describeNotice(notice, context)
}

const warnedOf = new Set<string>()

/** @returns false, always: the notice waits. */
function warnOnce(
  container: MedusaContainer,
  channel: string,
  remedy: string
): false {
  if (!warnedOf.has(channel)) {
    warnedOf.add(channel)
    container
      .resolve("logger")
      .warn(
        `crypto payments: Medusa has no notification provider for the channel "${channel}", so its notices wait. Add one to the Notification Module in medusa-config, or set ${remedy} in the plugin's options.`
      )
  }
  return false
}
