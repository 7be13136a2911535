import { useTexts } from "../i18n/use-texts"

/** Where one is, in the bar above the page. */
export function Breadcrumb({ text }: { text: string }) {
  const { t } = useTexts()
  return <span>{t(text)}</span>
}
