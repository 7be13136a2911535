import type { NoticeTexts } from "./texts"

export const de: NoticeTexts = {
  attention: { title: "Eine Zahlung braucht Ihre Aufmerksamkeit: {{reason}}" },
  reasons: {
    amount_mismatch: {
      title: "Abweichender Betrag",
      text: "Es wurde ein anderer Betrag oder eine andere Währung gezahlt, als fällig ist. Versenden Sie eine Bestellung, die bei dieser Zahlung steht, noch nicht.",
    },
    duplicate_payment: {
      title: "Doppelte Zahlung",
      text: "Es wurde etwas bezahlt, das schon bezahlt war.",
    },
    order_not_placed: {
      title: "Bestellung nicht aufgegeben",
      text: "Es wurde gezahlt, aber die Bestellung konnte nicht aufgegeben werden, zum Beispiel weil ein Artikel nicht auf Lager ist.",
    },
    unmatched: {
      title: "Kein passender Warenkorb",
      text: "Die Zahlung passt zu keinem Warenkorb und zu keiner Bestellung.",
    },
    test_mode_mismatch: {
      title: "Abweichender Testmodus",
      text: "Im Livebetrieb wurden Testcoins gezahlt, oder im Testmodus echte Coins.",
    },
    late_payment: {
      title: "Verspätete Zahlung",
      text: "Es wurde gezahlt, nachdem die Zahlung abgelaufen war, oder die Bestellung wurde storniert.",
    },
    unknown_status: {
      title: "Unbekannter Status",
      text: "Das Gateway meldet einen Status, den der Shop nicht kennt. Es wurde kein Geld bestätigt.",
    },
    underpaid: {
      title: "Zu wenig gezahlt",
      text: "Es kamen weniger Coins an als angefragt. Entscheiden Sie, ob der Betrag genügt.",
    },
    received_amount_unknown: {
      title: "Eingegangener Betrag unbekannt",
      text: "Das Gateway hat nicht innerhalb einer Stunde gemeldet, wie viele Coins eingegangen sind. Prüfen Sie den Betrag in Ihrer Wallet.",
    },
  },
  money_without_order: {
    title: "Eine bezahlte Zahlung hat noch keine Bestellung",
    text: "Sie wurde vor mehr als zehn Minuten bestätigt. Der Shop versucht es weiter; die Seite der Zahlung zeigt, was fehlschlug.",
  },
  unpaid_order_ending: {
    title: "Eine unbezahlte Bestellung wird bald storniert",
    text: "Sie kann bis {{time}} bezahlt werden.",
  },
  refund_to_send: {
    title: "Eine Rückzahlung kann gesendet werden",
    text: "Die Adresse wurde eingegeben. Senden Sie die Coins aus Ihrer Wallet und tragen Sie danach die Transaktion ein.",
  },
  webhooks: {
    missing: {
      title: "Webhooks kommen nicht an",
      text: "Durch Abfragen wurden bezahlte Zahlungen von {{provider}} gefunden, die kein Webhook gemeldet hat. Ihre Bestellungen werden später aufgegeben als sonst.",
    },
    failing: {
      title: "Webhooks werden abgelehnt",
      text: "Durch Abfragen wurden bezahlte Zahlungen von {{provider}} gefunden, deren Webhooks abgelehnt wurden. Die Einrichtungsseite zeigt den Grund.",
    },
  },
  order: "Bestellung {{order}}",
  open: "In der Verwaltung öffnen",
  footer:
    "Sie erhalten diese E-Mail, weil die Optionen des Shops (notify.email) Ihre Adresse nennen.",
}
