import type { CustomerMailTexts } from "../texts"

export const pl: CustomerMailTexts = {
  order: "Zamówienie",
  awaiting_payment: [
    "Prosimy o opłacenie zamówienia",
    "Dziękujemy za zamówienie. Czekamy na Twoją płatność: {{url}}",
  ],
  paid: [
    "Otrzymaliśmy Twoją płatność",
    "Dziękujemy. Otrzymaliśmy Twoją płatność.",
  ],
  checking: [
    "Sprawdzamy Twoją płatność",
    "Otrzymaliśmy Twoją płatność, ale nie mogliśmy automatycznie sfinalizować zamówienia. Zajmujemy się tym i skontaktujemy się z Tobą. Prosimy nie płacić ponownie.",
  ],
  expired: [
    "Twoja płatność wygasła",
    "Płatność nie dotarła na czas. Jeśli monety zostały już wysłane, napisz do nas.",
  ],
  pay_again: "Nadal możesz zapłacić tutaj: {{url}}",
  refund_requested: [
    "Twój zwrot",
    "Chcemy odesłać Ci monety. Podaj adres swojego portfela: {{url}}",
  ],
  refund_sent: [
    "Zwrot został wysłany",
    "Odesłaliśmy Ci monety. Transakcja: {{transaction}}",
  ],
}
