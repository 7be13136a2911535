import type { NoticeLanguage } from "../../../modules/crypto-payment/internal"
import { de } from "./de"
import { en } from "./en"
import { es } from "./es"
import { fr } from "./fr"
import type { NoticeTexts } from "./texts"

export type { NoticeTexts } from "./texts"

/** The texts of notices by language; a store's option takes no other. */
export const noticeTexts: Readonly<Record<NoticeLanguage, NoticeTexts>> = {
  en,
  de,
  es,
  fr,
}
