import type { Texts } from "../en/texts"
import { actions } from "./actions"
import { attention } from "./attention"
import { detail } from "./detail"
import { list } from "./list"
import { payment } from "./payment"
import { setup } from "./setup"
import { timeline } from "./timeline"

/** The admin's texts in German. */
export const de: Texts = {
  ...payment,
  actions,
  attention,
  detail,
  list,
  setup,
  timeline,
}
