/**
 * The locale that Intl knows for a language of Medusa's admin, which writes
 * pt-BR as ptBR; Intl refuses that with a RangeError.
 */
export function localeOf(language: string): string {
  return language.replace(/^([a-z]{2,3})([A-Z]{2})$/, "$1-$2")
}
