import type {
  CreateNotificationDTO,
  INotificationModuleService,
  MedusaContainer,
  NotificationDTO,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Notice } from "../../modules/crypto-payment/internal"
import { withTimeLimit } from "../time-limit"

/** What the Notification Module notes with each of ours. */
const TRIGGER = "crypto_payment.notice"

/** The process that sends a notification has finished within this time, or died. */
const SENDING_MS = 60_000

/** A provider that takes longer is tried again later; events and the job wait for it so long. */
const SEND_LIMIT_MS = 10_000

type NewNotification = Pick<
  CreateNotificationDTO,
  "to" | "channel" | "template" | "data" | "content"
>

/** What Medusa's module has beyond its published interface. */
type EditableNotifications = INotificationModuleService & {
  updateNotifications(change: {
    id: string
    data: Record<string, unknown>
  }): Promise<unknown>
  softDeleteNotifications(ids: string[]): Promise<unknown>
}

/** The notifications that Medusa's Notification Module has of our notices. */
export class Notifications {
  constructor(private readonly module: INotificationModuleService) {}

  /** @returns undefined where Medusa has no provider for the channel. */
  static of(
    container: MedusaContainer,
    channel: "feed" | "email"
  ): Notifications | undefined {
    if (!hasProvider(container, channel)) return undefined
    const module = container.resolve<INotificationModuleService | undefined>(
      Modules.NOTIFICATION,
      { allowUnregistered: true }
    )
    return module && new Notifications(module)
  }

  async find(
    { id: resource_id }: Notice,
    { channel, to }: Pick<NewNotification, "channel" | "to">
  ): Promise<NotificationDTO | undefined> {
    const filters = { trigger_type: TRIGGER, resource_id, channel, to }
    const [found] = await this.module.listNotifications(filters, { take: 1 })
    return found
  }

  async create(
    { id }: Notice,
    notification: NewNotification,
    idempotency_key: string
  ): Promise<void> {
    const sending = this.module.createNotifications({
      ...notification,
      trigger_type: TRIGGER,
      resource_id: id,
      resource_type: "crypto_notice",
      idempotency_key,
    })
    await withTimeLimit(sending, SEND_LIMIT_MS)
  }

  /** Whether it was sent. @throws MedusaError while another process may be sending it. */
  isSent({ status, created_at }: NotificationDTO): boolean {
    const ageMs = Date.now() - new Date(created_at).getTime()
    if (status === "pending" && ageMs < SENDING_MS) {
      throw new MedusaError(
        MedusaError.Types.CONFLICT,
        "It is being sent by another process."
      )
    }
    return status === "success"
  }

  async update({ id }: NotificationDTO, data: Record<string, unknown>) {
    if (isEditable(this.module)) {
      await this.module.updateNotifications({ id, data })
    }
  }

  async remove({ id }: NotificationDTO) {
    if (isEditable(this.module)) await this.module.softDeleteNotifications([id])
  }
}

function isEditable(
  module: INotificationModuleService
): module is EditableNotifications {
  return "updateNotifications" in module && "softDeleteNotifications" in module
}

/** What medusa-config says about the Notification Module. */
const configSchema = z.object({
  providers: z
    .array(
      z.object({
        options: z
          .object({ channels: z.array(z.string()) })
          .partial()
          .nullish(),
      })
    )
    .default([]),
  cloud: z
    .object({
      api_key: z.string(),
      endpoint: z.string(),
      environment_handle: z.string(),
      sandbox_handle: z.string(),
    })
    .partial()
    .nullish(),
})

/** As medusa-config has it: asking the module itself would write a failed notification. */
function hasProvider(container: MedusaContainer, channel: string): boolean {
  const { modules } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  const entry = modules?.[Modules.NOTIFICATION]
  const { data } = configSchema.safeParse(
    typeof entry === "object" ? entry.options : undefined
  )
  if (!data) return false
  const isConfigured = data.providers.some(({ options }) =>
    options?.channels?.includes(channel)
  )
  // Medusa Cloud brings its own provider of e-mails.
  const { api_key, endpoint, environment_handle, sandbox_handle } =
    data.cloud ?? {}
  const isCloud = api_key && endpoint && (environment_handle || sandbox_handle)
  return isConfigured || (channel === "email" && Boolean(isCloud))
}
