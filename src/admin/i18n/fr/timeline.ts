import type { TimelineType } from "../../../modules/crypto-payment/lifecycle/timeline-types"

/** One sentence for each type of entry. */
const entries: Record<TimelineType, string> = {
  created: "Le paiement a été noté, pour {{price}}.",
  adopted:
    "Un paiement de la passerelle que la boutique ne connaissait pas a été repris.",
  opened: "La passerelle a ouvert le paiement.",
  gateway_error: "La passerelle a refusé : {{message}}",
  observation: "La passerelle dit : {{status}}.",
  checked: "La passerelle a été interrogée à la main. Elle dit : {{status}}.",
  paid: "L’argent est là.",
  settled: "La commande est passée et payée.",
  attention: "Il faut une personne. {{reason}}",
  failed: "Il n’a pas pu être soldé : {{detail}}",
  closed: "Le paiement a été fermé sans être payé.",
  resolved: "Il a été marqué comme résolu : {{kind}}.",
  refund_recorded: "Un remboursement de {{price}} a été enregistré.",
  refund_booked: "Medusa a porté le remboursement sur la commande.",
  refund_removed:
    "Medusa a été interrompue en commençant un remboursement de {{price}} que personne n’a envoyé ; il ne figure plus dans les comptes.",
  order_retried: "La commande a été retentée à la main.",
  retried:
    "La cause qui empêchait la commande a disparu ; la commande est en cours de création.",
  superseded: "Une autre tentative a pris sa place ; celle-ci doit expirer.",
  not_expired:
    "La passerelle n’a pas pu être priée de faire expirer le paiement.",
  reopened:
    "Medusa a annulé la commande ou sa capture ; le paiement est en cours de règlement.",
  session_released: "Le panier s’est détaché du paiement.",
  leftover_order:
    "La commande n° {{number}} est restée d’une finalisation interrompue du même panier. Annulez-la.",
  order_canceled:
    "La commande a été annulée. Les fonds sont encore dans votre portefeuille : renvoyez-les et enregistrez le remboursement.",
}

/** What happened to a payment, one sentence an entry. */
export const timeline = {
  entries,
  createdPlain: "Le paiement a été noté.",
  observedWithCoins: "La passerelle dit : {{status}}, {{coins}}.",
  settledPlain: "Le paiement est capturé.",
  coinsMayCome:
    "Des fonds peuvent être en route : le paiement expirera de lui-même.",
  closedBecause: "Le paiement a été fermé : {{why}}",
  refundRecordedPlain: "Un remboursement a été enregistré.",
  why: {
    wrong_test_mode: "la passerelle a confondu monnaies de test et réelles.",
    external_id_taken:
      "la passerelle connaissait un autre paiement sous son ID externe.",
    never_opened: "il n’est jamais arrivé à la passerelle.",
    paid_otherwise: "le panier a été réglé par un autre paiement.",
    coin_refused: "la passerelle a refusé la monnaie.",
    no_address: "la passerelle n'a pas dit comment le payer.",
    expired: "il a expiré à la passerelle.",
    failed: "il a échoué à la passerelle.",
  },
  source: {
    webhook: "Webhook",
    poll: "Passerelle interrogée",
    return: "Retour du client",
    admin: "Administration",
    view: "Administration",
    gateway: "Passerelle",
    decision: "Boutique",
    session: "Caisse",
    reconcile: "Tâche de rapprochement",
    order: "Commande",
    medusa: "Medusa",
  },
  by: "par {{who}}",
}
