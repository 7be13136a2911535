import type {
  HttpTypes,
  INotificationModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

import { eventually } from "../eventually"
import type { HttpClient } from "../store"

type Entry = { id: string; title: string; description: string; at: string }

/** An e-mail as a provider gets it. */
export type SentMail = {
  to: string
  subject: string
  text: string
  html: string
}

type Shop = { admin: HttpClient; container(): MedusaContainer }

/** What the people of a store see: the admin's feed, and e-mails. */
export class NoticeList {
  constructor(private readonly shop: Shop) {}

  /** As the dashboard asks for it. */
  async feed(): Promise<Entry[]> {
    const { notifications } = await this.shop.admin.get<{
      notifications: HttpTypes.AdminNotification[]
    }>("/admin/notifications?channel=feed&to[]=")
    return notifications.map(({ id, data, created_at }) => ({
      id,
      title: String(data?.title),
      description: String(data?.description),
      at: created_at,
    }))
  }

  /** The feed once it has so many entries. */
  async feedOf(count: number): Promise<Entry[]> {
    return await eventually(
      async () => {
        const feed = await this.feed()
        return feed.length === count ? feed : undefined
      },
      { otherwise: `The feed has not ${count} entries` }
    )
  }

  get module(): INotificationModuleService {
    return this.shop.container().resolve(Modules.NOTIFICATION)
  }

  /** The e-mails that are handed to the Notification Module from now on. */
  recordMails(): SentMail[] {
    const sent: SentMail[] = []
    const { module } = this
    const create = module.createNotifications.bind(module)
    jest
      .spyOn(module, "createNotifications")
      .mockImplementation(async (...[data]: Parameters<typeof create>) => {
        for (const { channel, to, content } of [data].flat()) {
          if (channel !== "email") continue
          const { subject = "", text = "", html = "" } = content ?? {}
          sent.push({ to, subject, text, html })
        }
        return await create(data)
      })
    return sent
  }
}
