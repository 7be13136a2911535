import { actions } from "./actions"
import { attention } from "./attention"
import { detail } from "./detail"
import { list } from "./list"
import { payment } from "./payment"
import { setup } from "./setup"
import { timeline } from "./timeline"

/** The admin's texts in English; every other language has the same keys. */
export const en = {
  ...payment,
  actions,
  attention,
  detail,
  list,
  setup,
  timeline,
}

export type Texts = typeof en
