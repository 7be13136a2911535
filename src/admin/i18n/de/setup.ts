/** The set-up and health page. */
export const setup = {
  title: "Krypto-Zahlungen",
  subtitle: "Ist alles bereit, um bezahlt zu werden, und bleibt es so?",
  failed: "Der Zustand der Gateways konnte nicht geladen werden.",
  none: "Es ist kein Krypto-Anbieter eingerichtet.",
  noneHint:
    "Nennen Sie den Anbieter beim Payment Module in medusa-config.ts, wie das README es zeigt, und starten Sie den Server neu.",
  list: "Alle Krypto-Zahlungen",
  connected: "Verbunden",
  notConnected: "Nicht verbunden",
  merchantId: "Händler-ID",
  balance: "Guthaben",
  provider: "Anbieter",
  live: "Echtbetrieb: echte Coins",
  option: "Zu berichtigende Option",
  problems: {
    wrong_merchant_id:
      "Das Gateway kennt die Händler-ID nicht. Vergleichen Sie sie mit der Händlerseite im Kundenbereich des Gateways.",
    wrong_key:
      "Das Gateway lehnt den Schlüssel ab. Er wurde vielleicht ersetzt oder der Händler gesperrt. Erzeugen Sie einen neuen auf der Händlerseite im Kundenbereich des Gateways.",
    unreachable:
      "Das Gateway ist unter seiner Adresse nicht zu erreichen. Prüfen Sie die Adresse und das Netz des Servers.",
    timeout:
      "Das Gateway hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut; bleibt es so, fragen Sie den Support des Gateways.",
    unexpected_answer:
      "Was unter dieser Adresse antwortet, ist nicht das Gateway. Prüfen Sie die Adresse.",
    rate_limited:
      "Das Gateway bittet um Geduld: Es waren zu viele Anfragen. Versuchen Sie es in einer Minute erneut.",
    unknown: "Das Gateway konnte nicht gefragt werden.",
  },
  currencies: "Coins",
  noCurrencies:
    "Es kann noch kein Coin empfangen werden. Hinterlegen Sie eine Wallet auf der Händlerseite im Kundenbereich des Gateways.",
  webhook: "Webhooks",
  webhookUrl: "Webhook-Adresse",
  webhookHint:
    "Das Gateway erfährt diese Adresse mit jeder Zahlung; sie muss nirgends eingetragen werden.",
  lastDelivery: "Letzte Zustellung",
  noDelivery: "Bisher keine",
  lastFailure: "Letzter Fehler",
  noFailure: "Keiner",
  missed_one:
    "Eine Zahlung wurde erst durch Nachfragen am Gateway als bezahlt erkannt, ohne dass ihr Webhook kam.",
  missed_other:
    "{{count}} Zahlungen wurden erst durch Nachfragen am Gateway als bezahlt erkannt, ohne dass ihre Webhooks kamen.",
  missedLast: "Zuletzt: {{time}}.",
  missedHint:
    "So kommen Bestellungen verspätet. Prüfen Sie, ob die Webhook-Adresse aus dem Internet erreichbar ist.",
  selfTest: {
    label: "Test-Webhook senden",
    hint: "Sendet ein signiertes Muster über die öffentliche Adresse, wie das Gateway es täte.",
    ok: "Das Muster kam an, und seine Signatur wurde anerkannt.",
    failed: "Das Muster wurde nicht angenommen.",
  },
  regions: "Regionen",
  noRegions:
    "In keiner Region freigeschaltet. Kunden können es noch nicht wählen.",
  noRegionsLink: "Regionen öffnen",
  counts: "Zahlungen",
  countOpen_one: "{{count}} offen",
  countOpen_other: "{{count}} offen",
  countAttention_one: "{{count}} braucht Aufmerksamkeit",
  countAttention_other: "{{count}} brauchen Aufmerksamkeit",
  countSettled_one: "{{count}} abgeschlossen",
  countSettled_other: "{{count}} abgeschlossen",
  failures: {
    bad_headers: "Eine Kopfzeile fehlte oder ergab keinen Sinn.",
    signature_mismatch:
      "Die Signatur passte nicht. Vergleichen Sie die Option webhookSecret mit dem Kundenbereich des Gateways.",
    stale_timestamp: "Er war zu alt. Prüfen Sie die Uhr des Servers.",
    too_large: "Er war größer als jeder Webhook.",
    unreadable: "Er war signiert, ergab aber keinen Sinn.",
    busy: "Seine Zahlung war gerade in Arbeit; das Gateway versucht es erneut.",
    internal_error:
      "Der Shop hatte einen Fehler; das Protokoll des Servers nennt ihn.",
  },
  refresh: "Verbindung erneut prüfen",
}
