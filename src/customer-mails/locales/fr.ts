import type { CustomerMailTexts } from "../texts"

export const fr: CustomerMailTexts = {
  order: "Commande",
  awaiting_payment: [
    "Veuillez payer votre commande",
    "Merci pour votre commande. Elle est en attente de paiement\u00a0: {{url}}",
  ],
  paid: ["Votre paiement a été reçu", "Merci. Nous avons reçu votre paiement."],
  checking: [
    "Nous vérifions votre paiement",
    "Nous avons reçu votre paiement, mais n’avons pas pu finaliser votre commande automatiquement. Nous nous en occupons et vous écrirons. Veuillez ne pas payer une seconde fois.",
  ],
  expired: [
    "Votre paiement a expiré",
    "Aucun paiement n’a été reçu à temps. Si vous avez envoyé des cryptos, écrivez-nous.",
  ],
  pay_again: "Vous pouvez encore payer ici\u00a0: {{url}}",
  refund_requested: [
    "Votre remboursement",
    "Nous souhaitons vous renvoyer des cryptos. Veuillez saisir l’adresse de votre portefeuille\u00a0: {{url}}",
  ],
  refund_sent: [
    "Votre remboursement a été envoyé",
    "Nous vous avons renvoyé les cryptos. La transaction est {{transaction}}",
  ],
}
