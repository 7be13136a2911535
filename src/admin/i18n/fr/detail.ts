/** The page of one payment. */
export const detail = {
  title: "Paiement en crypto",
  money: "Argent",
  sale: "Vente",
  refunds: "Remboursements enregistrés",
  noRefunds: "Aucun remboursement n’est enregistré.",
  refundedOf: "{{refunded}} sur {{price}} renvoyés",
  booked: "Figure sur la commande",
  notBooked: "Noté ici seulement",
  attempts: "Autres tentatives de payer ce panier",
  noAttempts: "Il n’y a pas eu d’autre tentative.",
  timeline: "Chronologie",
  noTimeline: "Rien ne s’est encore passé.",
  resolution: "Comment il a été résolu",
  noOrder: "Aucune commande n’a été passée.",
  failed: "Ce paiement en crypto n’a pas pu être chargé.",
  mayBeUnderpaid:
    "Le client a choisi une monnaie. La passerelle ne dit pas combien est arrivé : si le client dit avoir payé, vérifiez dans le tableau de bord de la passerelle s'il est arrivé trop peu. Vous pouvez y confirmer le paiement à la main, ou demander le reste au client.",
  waitingForCoin: "Le client n’a pas encore choisi de monnaie.",
}
