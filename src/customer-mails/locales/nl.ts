import type { CustomerMailTexts } from "../texts"

export const nl: CustomerMailTexts = {
  order: "Bestelling",
  awaiting_payment: [
    "Betaal je bestelling",
    "Bedankt voor je bestelling. Deze wacht op je betaling: {{url}}",
  ],
  paid: [
    "We hebben je betaling ontvangen",
    "Bedankt. We hebben je betaling ontvangen.",
  ],
  checking: [
    "We controleren je betaling",
    "We hebben je betaling ontvangen, maar konden je bestelling niet automatisch afronden. We kijken ernaar en nemen contact met je op. Betaal niet nog een keer.",
  ],
  expired: [
    "Je betaling is verlopen",
    "Er is niet op tijd een betaling ontvangen. Heb je munten verstuurd, neem dan contact met ons op.",
  ],
  pay_again: "Je kunt hier nog betalen: {{url}}",
  refund_requested: [
    "Je terugbetaling",
    "We willen je munten terugsturen. Vul het adres van je wallet in: {{url}}",
  ],
  refund_sent: [
    "Je terugbetaling is verstuurd",
    "We hebben je de munten teruggestuurd. De transactie is {{transaction}}",
  ],
}
