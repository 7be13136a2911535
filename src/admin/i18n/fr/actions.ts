/** What a person can do with a payment. */
export const actions = {
  cancel: "Annuler",
  check: {
    label: "Vérifier maintenant",
    done: "La passerelle a été interrogée. État : {{state}}.",
    failed: "La passerelle n’a pas pu être interrogée.",
    doneMany_one: "{{count}} paiement a été vérifié.",
    doneMany_other: "{{count}} paiements ont été vérifiés.",
    failedMany_one: "{{count}} paiement n’a pas pu être vérifié.",
    failedMany_other: "{{count}} paiements n’ont pas pu être vérifiés.",
  },
  adopt: {
    label: "Reprendre un paiement",
    title: "Reprendre un paiement de la passerelle",
    description:
      "Pour un paiement que la passerelle connaît et que cette liste ne contient pas, par exemple après la restauration d’une sauvegarde. La passerelle est lue et un paiement confirmé est rattaché à son panier.",
    submit: "Reprendre le paiement",
    gatewayPaymentId: "ID du paiement à la passerelle",
    gatewayPaymentIdHint:
      "Tel que l’affiche le tableau de bord de la passerelle.",
    gatewayPaymentIdWrong: "Saisissez l’ID du paiement.",
    provider: "Fournisseur de paiement",
    byCallback: "D’après l’adresse de rappel du paiement",
    done: "Le paiement figure dans la liste.",
    failed: "Le paiement n’a pas pu être repris.",
  },
  retryOrder: {
    label: "Retenter la commande",
    title: "Repasser la commande ?",
    description:
      "La boutique tente de passer la commande à partir du panier du client, payée par ce paiement. Le client ne paie rien de plus.",
    confirm: "Passer la commande",
    done: "La commande est passée.",
    stillNot: "La commande n’a pas pu être passée : {{why}}",
    failed: "La commande n’a pas pu être passée.",
  },
  refund: {
    label: "Enregistrer un remboursement",
    title: "Enregistrer un remboursement",
    description:
      "Vous seul pouvez envoyer des fonds depuis votre portefeuille. Envoyez-les d’abord, puis notez ici ce que vous avez envoyé, pour que la commande le montre.",
    amount: "Montant en {{currency}}",
    amountHint: "{{open}} ne sont pas encore remboursés.",
    amountWrong: "Un montant supérieur à 0 et d’au plus {{open}}.",
    transactionHash: "Hash de la transaction",
    transactionHint: "Tel que l’explorateur de blocs l’affiche.",
    transactionWrong: "Le hash de la transaction qui a envoyé les fonds.",
    note: "Note (facultative)",
    book: "Porter sur la commande",
    submit: "Enregistrer le remboursement",
    done: "Le remboursement est enregistré.",
    failed: "Le remboursement n’a pas pu être enregistré.",
  },
  resolve: {
    label: "Marquer comme résolu",
    title: "Marquer comme résolu",
    description:
      "Le paiement n’attend plus personne. Il reste dans la liste, avec ce que vous écrivez ici.",
    kind: "Ce qui a été fait",
    kinds: {
      refunded: "Les fonds ont été renvoyés",
      order_placed_by_hand: "La commande a été passée à la main",
      other: "Autre chose",
    },
    note: "Note",
    noteHint: "Pour qui regardera ce paiement plus tard.",
    noteWrong: "Dites en quelques mots ce qui a été fait.",
    transactionHash: "Hash de la transaction",
    transactionHint: "De la transaction qui a renvoyé les fonds.",
    transactionHintOpen:
      "{{open}} ne sont pas encore enregistrés comme remboursés : indiquez la transaction qui les a renvoyés.",
    submit: "Marquer comme résolu",
    done: "Le paiement est résolu.",
    failed: "Le paiement n’a pas pu être marqué comme résolu.",
  },
}
