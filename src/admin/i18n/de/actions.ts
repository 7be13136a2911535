/** What a person can do with a payment. */
export const actions = {
  cancel: "Abbrechen",
  check: {
    label: "Jetzt prüfen",
    done: "Das Gateway wurde gefragt. Stand: {{state}}.",
    failed: "Das Gateway konnte nicht gefragt werden.",
    doneMany_one: "{{count}} Zahlung wurde geprüft.",
    doneMany_other: "{{count}} Zahlungen wurden geprüft.",
    failedMany_one: "{{count}} Zahlung konnte nicht geprüft werden.",
    failedMany_other: "{{count}} Zahlungen konnten nicht geprüft werden.",
  },
  adopt: {
    label: "Zahlung übernehmen",
    title: "Zahlung des Gateways übernehmen",
    description:
      "Für eine Zahlung, die das Gateway hat und diese Liste nicht, etwa nachdem eine Sicherung eingespielt wurde. Das Gateway wird gelesen, und eine bestätigte Zahlung wird ihrem Warenkorb zugeordnet.",
    submit: "Zahlung übernehmen",
    gatewayPaymentId: "Zahlungs-ID des Gateways",
    gatewayPaymentIdHint: "Wie sie das Dashboard des Gateways zeigt.",
    gatewayPaymentIdWrong: "Geben Sie die ID der Zahlung ein.",
    provider: "Zahlungsanbieter",
    byCallback: "Nach der Callback-Adresse der Zahlung",
    done: "Die Zahlung steht in der Liste.",
    failed: "Die Zahlung konnte nicht übernommen werden.",
  },
  retryOrder: {
    label: "Bestellung erneut versuchen",
    title: "Bestellung erneut anlegen?",
    description:
      "Der Shop versucht, die Bestellung aus dem Warenkorb des Kunden anzulegen, bezahlt durch diese Zahlung. Der Kunde zahlt nichts weiter.",
    confirm: "Bestellung anlegen",
    done: "Die Bestellung ist angelegt.",
    stillNot: "Die Bestellung konnte nicht angelegt werden: {{why}}",
    failed: "Die Bestellung konnte nicht angelegt werden.",
  },
  refund: {
    label: "Erstattung eintragen",
    title: "Erstattung eintragen",
    description:
      "Nur Sie können Coins aus Ihrer Wallet senden. Senden Sie sie zuerst und tragen Sie dann hier ein, was Sie gesendet haben, damit die Bestellung es zeigt.",
    amount: "Betrag in {{currency}}",
    amountHint: "{{open}} sind noch nicht erstattet.",
    amountWrong: "Ein Betrag über 0 und bis zu {{open}}.",
    transactionHash: "Transaktions-Hash",
    transactionHint: "Wie ihn der Block-Explorer zeigt.",
    transactionWrong:
      "Der Hash der Transaktion, mit der die Coins gesendet wurden.",
    note: "Notiz (freiwillig)",
    book: "An der Bestellung buchen",
    submit: "Erstattung eintragen",
    done: "Die Erstattung ist eingetragen.",
    failed: "Die Erstattung konnte nicht eingetragen werden.",
  },
  resolve: {
    label: "Als geklärt markieren",
    title: "Als geklärt markieren",
    description:
      "Die Zahlung wartet dann auf niemanden mehr. Sie bleibt in der Liste, mit dem, was Sie hier schreiben.",
    kind: "Was getan wurde",
    kinds: {
      refunded: "Die Coins wurden zurückgesendet",
      order_placed_by_hand: "Die Bestellung wurde von Hand angelegt",
      other: "Etwas anderes",
    },
    note: "Notiz",
    noteHint: "Für alle, die diese Zahlung später ansehen.",
    noteWrong: "Sagen Sie in wenigen Worten, was getan wurde.",
    transactionHash: "Transaktions-Hash",
    transactionHint:
      "Der Transaktion, mit der die Coins zurückgesendet wurden.",
    transactionHintOpen:
      "{{open}} sind noch nicht als erstattet eingetragen: Geben Sie die Transaktion an, mit der sie zurückgesendet wurden.",
    submit: "Als geklärt markieren",
    done: "Die Zahlung ist geklärt.",
    failed: "Die Zahlung konnte nicht als geklärt markiert werden.",
  },
}
