import { ar } from "./locales/ar"
import { de } from "./locales/de"
import { en } from "./locales/en"
import { es } from "./locales/es"
import { fr } from "./locales/fr"
import { hi } from "./locales/hi"
import { id } from "./locales/id"
import { it } from "./locales/it"
import { ja } from "./locales/ja"
import { ko } from "./locales/ko"
import { nl } from "./locales/nl"
import { pl } from "./locales/pl"
import { pt } from "./locales/pt"
import { ru } from "./locales/ru"
import { tr } from "./locales/tr"
import { uk } from "./locales/uk"
import { vi } from "./locales/vi"
import { zh } from "./locales/zh"
import type { CustomerMailTexts } from "./texts"

export type { CustomerMail, CustomerMailTexts } from "./texts"

/** The texts of e-mails to customers, by ISO 639-1 code: the languages of the storefront kit. */
export const customerMailTexts = {
  en,
  ar,
  de,
  es,
  fr,
  hi,
  id,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  tr,
  uk,
  vi,
  zh,
} satisfies Record<string, CustomerMailTexts>
