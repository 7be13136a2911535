import type { CryptoPaymentTexts } from "."

export const it: CryptoPaymentTexts = {
  pay: "Paga con criptovalute",
  starting: "Avvio del pagamento…",
  startFailed: "Non è stato possibile avviare il pagamento.",
  chooseCoin: "Scegli una criptovaluta",
  loadingCoins: "Caricamento delle criptovalute…",
  noCoins: "Al momento questo negozio non può accettare criptovalute.",
  coinsFailed: "Non è stato possibile caricare le criptovalute.",
  showAddress: "Mostra indirizzo",
  amount: "Importo",
  network: "Rete",
  address: "Indirizzo",
  exactAmount:
    "Invia esattamente questo importo in {coin} e solo sulla rete {network}. Qualsiasi altro invio può andare perso.",
  copy: "Copia",
  copied: "Copiato",
  qrCode: "Codice QR per il tuo wallet",
  openWallet: "Apri nel wallet",
  timeLeft: "Tempo rimanente: {time}",
  timeUp:
    "Il tempo è scaduto. Non inviare più nulla. Verifica del pagamento in corso…",
  changeCoin: "Scegli un’altra criptovaluta",
  testPayment: "Pagamento di prova: invia solo monete di prova.",
  openPaymentPage: "Vai alla pagina di pagamento",
  tryAgain: "Riprova",
  payNewAmount: "Paga il nuovo importo",
  continue: "Continua",
  backToStore: "Torna al negozio",
  viewOrder: "Vedi ordine",
  reference: "Riferimento: {id}",
  unavailable:
    "Al momento il negozio non risponde. Questa pagina continua a controllare automaticamente.",
  chooseWay: "Come vuoi pagare?",
  payHosted: "Sulla pagina di pagamento",
  payInline: "Qui, dal tuo wallet",
  changeWay: "Paga in un altro modo",
  payUntil: "Paga entro il {time}.",
  receipt: "{price} pagati con {coin} il {time}.",
  phases: {
    checking: [
      "Verifica del pagamento in corso",
      "Potrebbe richiedere qualche istante.",
    ],
    waiting: [
      "In attesa del pagamento",
      "Paga {price}. Appena il pagamento arriva, l’ordine viene effettuato automaticamente, anche se chiudi questa pagina.",
      "Completa il pagamento. Appena arriva, l’ordine viene effettuato automaticamente, anche se chiudi questa pagina.",
    ],
    placing_order: [
      "Pagamento ricevuto",
      "Stiamo effettuando il tuo ordine. Potrebbe richiedere qualche istante.",
    ],
    order_placed: ["Pagamento riuscito", "Il tuo ordine è stato effettuato."],
    expired: [
      "Il pagamento è scaduto",
      "Non è stato ricevuto alcun pagamento e nessun ordine è stato effettuato. Non inviare altro per questo pagamento. Se lo hai già inviato, attendi. Verrà rilevato automaticamente al suo arrivo.",
    ],
    failed: [
      "Il pagamento non è riuscito",
      "Non è stato ricevuto alcun pagamento e nessun ordine è stato effettuato. Non inviare altro per questo pagamento.",
    ],
    cart_changed: [
      "Il carrello è cambiato",
      "Questo pagamento di {price} non corrisponde più al tuo carrello. Se hai già pagato, il negozio ti contatterà. Non pagare di nuovo. Altrimenti avvia un nuovo pagamento.",
      "Questo pagamento non corrisponde più al tuo carrello. Se hai già pagato, il negozio ti contatterà. Non pagare di nuovo. Altrimenti avvia un nuovo pagamento.",
    ],
    replaced: [
      "Questo pagamento è stato sostituito",
      "Hai avviato un altro pagamento. Non inviare altro per questo pagamento.",
    ],
    paid_otherwise: [
      "L’ordine è già stato effettuato",
      "Non resta nulla da pagare. Non inviare altro per questo pagamento.",
    ],
    order_canceled: [
      "Ordine annullato",
      "Questo ordine è stato annullato perché nessun pagamento è arrivato in tempo. Non inviare altro per questo pagamento.",
    ],
    attention: [
      "Abbiamo ricevuto il tuo pagamento",
      "Non è stato possibile effettuare l’ordine automaticamente. Il negozio è stato avvisato e ti contatterà. Non devi fare nulla. Non pagare di nuovo.",
    ],
    resolved: [
      "Il negozio ha gestito il tuo pagamento",
      "Per qualsiasi domanda, contatta il negozio.",
    ],
    unknown: [
      "Pagamento non trovato",
      "Apri di nuovo il link del tuo acquisto o contatta il negozio.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Il tuo ordine {order} è in attesa di pagamento",
      "Paga {price}. Il tuo ordine sarà confermato all’arrivo del pagamento, anche se chiudi questa pagina.",
      "Completa il pagamento. Il tuo ordine sarà confermato all’arrivo del pagamento, anche se chiudi questa pagina.",
    ],
    expired: [
      "Pagamento scaduto",
      "Nessun pagamento è arrivato per il tuo ordine {order}. Non inviare altro per questo pagamento. Puoi pagare di nuovo l’ordine.",
    ],
    failed: [
      "Pagamento non riuscito",
      "Nessun pagamento è arrivato per il tuo ordine {order}. Non inviare altro per questo pagamento. Puoi pagare di nuovo l’ordine.",
    ],
    cart_changed: [
      "Il tuo ordine è cambiato",
      "Questo pagamento di {price} non corrisponde più al tuo ordine {order}. Se hai già pagato, il negozio ti contatterà. Non pagare di nuovo. Altrimenti avvia un nuovo pagamento.",
      "Questo pagamento non corrisponde più al tuo ordine {order}. Se hai già pagato, il negozio ti contatterà. Non pagare di nuovo. Altrimenti avvia un nuovo pagamento.",
    ],
    attention: [
      "Abbiamo ricevuto il tuo pagamento",
      "Non corrisponde al tuo ordine {order}. Il negozio è stato avvisato e ti contatterà. Non pagare di nuovo.",
    ],
  },
  payPage: {
    payable: ["Paga il tuo ordine {order}", "L’importo dovuto è {price}."],
    paid: ["Il tuo ordine {order} è pagato", "Non resta nulla da pagare."],
    canceled: ["Il tuo ordine {order} è annullato", "Non inviare nulla."],
    changed: [
      "Questo link di pagamento non è più aggiornato",
      "Se resta qualcosa da pagare per il tuo ordine {order}, chiedi al negozio un nuovo link.",
    ],
    not_payable: [
      "Questo ordine non può essere pagato in cripto in questo momento",
      "Contatta il negozio per il tuo ordine {order}.",
    ],
  },
}
