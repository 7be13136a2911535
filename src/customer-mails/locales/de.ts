import type { CustomerMailTexts } from "../texts"

export const de: CustomerMailTexts = {
  order: "Bestellung",
  awaiting_payment: [
    "Bitte bezahlen Sie Ihre Bestellung",
    "Vielen Dank für Ihre Bestellung. Sie wartet auf Ihre Zahlung: {{url}}",
  ],
  paid: [
    "Ihre Zahlung ist eingegangen",
    "Vielen Dank. Wir haben Ihre Zahlung erhalten.",
  ],
  checking: [
    "Wir prüfen Ihre Zahlung",
    "Wir haben Ihre Zahlung erhalten, konnten Ihre Bestellung aber nicht automatisch abschließen. Wir kümmern uns darum und schreiben Ihnen. Bitte zahlen Sie nicht noch einmal.",
  ],
  expired: [
    "Ihre Zahlung ist abgelaufen",
    "Es ist rechtzeitig keine Zahlung eingegangen. Falls Sie Coins gesendet haben, schreiben Sie uns bitte.",
  ],
  pay_again: "Hier können Sie noch bezahlen: {{url}}",
  refund_requested: [
    "Ihre Erstattung",
    "Wir möchten Ihnen Coins zurücksenden. Bitte geben Sie die Adresse Ihrer Wallet ein: {{url}}",
  ],
  refund_sent: [
    "Ihre Erstattung wurde gesendet",
    "Wir haben Ihnen die Coins zurückgesendet. Die Transaktion ist {{transaction}}",
  ],
}
