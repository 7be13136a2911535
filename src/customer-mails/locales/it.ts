import type { CustomerMailTexts } from "../texts"

export const it: CustomerMailTexts = {
  order: "Ordine",
  awaiting_payment: [
    "Paga il tuo ordine",
    "Grazie per il tuo ordine. È in attesa di pagamento: {{url}}",
  ],
  paid: [
    "Abbiamo ricevuto il tuo pagamento",
    "Grazie. Abbiamo ricevuto il tuo pagamento.",
  ],
  checking: [
    "Stiamo verificando il tuo pagamento",
    "Abbiamo ricevuto il tuo pagamento, ma non abbiamo potuto completare l’ordine automaticamente. Ce ne stiamo occupando e ti scriveremo. Ti preghiamo di non pagare di nuovo.",
  ],
  expired: [
    "Il tuo pagamento è scaduto",
    "Nessun pagamento è arrivato in tempo. Se hai inviato delle monete, scrivici.",
  ],
  pay_again: "Puoi ancora pagare qui: {{url}}",
  refund_requested: [
    "Il tuo rimborso",
    "Vogliamo restituirti delle monete. Inserisci l’indirizzo del tuo wallet: {{url}}",
  ],
  refund_sent: [
    "Il tuo rimborso è stato inviato",
    "Ti abbiamo restituito le monete. La transazione è {{transaction}}",
  ],
}
