/** One text a reason: what happened, where the money is, what to do. */
export const attention = {
  title_one: "Un paiement demande votre attention",
  title_other: "{{count}} paiements demandent votre attention",
  all: "Tout afficher",
  whatHappened: "Ce qui s’est passé",
  whereTheMoneyIs: "Où est l’argent",
  whatToDo: "Que faire",
  found: "Constat",
  reasons: {
    amount_mismatch: {
      name: "Mauvais montant",
      happened:
        "Le client a payé un montant ou une devise autres que ce que coûte le panier ou la commande. Si aucune commande n’est affichée ici, aucune n’a été passée.",
      money:
        "Les fonds sont dans votre propre portefeuille, à l’adresse indiquée avec le paiement.",
      todo: "N’expédiez pas une commande affichée ici avant de vous être entendu avec le client. Renvoyez les fonds et enregistrez le remboursement, ou corrigez la commande ou passez-la vous-même et marquez le paiement comme résolu. Si le panier revient à ce qui a été payé, retentez la commande.",
    },
    duplicate_payment: {
      name: "Payé deux fois",
      happened: "Le client a payé quelque chose qui l’était déjà.",
      money:
        "Les fonds sont dans votre propre portefeuille. C’est plus que ce que coûte la commande.",
      todo: "Renvoyez ces fonds au client et enregistrez le remboursement. Laissez la commande telle quelle.",
    },
    order_not_placed: {
      name: "Commande non passée",
      happened:
        "Le client a payé le bon montant, mais la boutique n’a pas pu passer la commande.",
      money:
        "Les fonds sont dans votre propre portefeuille, à l’adresse indiquée avec le paiement.",
      todo: "Supprimez la cause, par exemple en réapprovisionnant le stock. La commande se passe alors d’elle-même, dans l’heure le premier jour et dans la journée par la suite, ou tout de suite si vous réessayez. Si elle ne peut être honorée, renvoyez les fonds et enregistrez le remboursement.",
    },
    unmatched: {
      name: "Sans panier",
      happened:
        "Un paiement est arrivé pour lequel la boutique ne trouve ni panier ni commande.",
      money:
        "Les fonds sont dans votre propre portefeuille, à l’adresse indiquée avec le paiement.",
      todo: "Cherchez le paiement à la passerelle et trouvez qui a payé. Passez ensuite vous-même la commande ou renvoyez les fonds, et marquez le paiement comme résolu.",
    },
    test_mode_mismatch: {
      name: "Monnaies de test et réelles mêlées",
      happened:
        "Une monnaie de test a été payée dans une boutique qui en prend de réelles, ou l’inverse ; aucune commande n’a donc été passée.",
      money:
        "Les fonds réels sont dans votre propre portefeuille, à l’adresse indiquée avec le paiement. Une monnaie de test ne vaut rien.",
      todo: "Vérifiez le mode test sur la page de configuration. Pour une monnaie de test, marquez le paiement comme résolu. Pour des fonds réels, passez vous-même la commande, ou renvoyez-les et enregistrez le remboursement.",
    },
    late_payment: {
      name: "Payé trop tard",
      happened:
        "Le client a payé après l’expiration du paiement ou l’annulation de la commande.",
      money:
        "Les fonds sont dans votre propre portefeuille, à l’adresse indiquée avec le paiement.",
      todo: "Demandez au client ce qu’il souhaite. Renvoyez les fonds et enregistrez le remboursement, ou passez vous-même une nouvelle commande et marquez le paiement comme résolu.",
    },
    unknown_status: {
      name: "Statut inconnu",
      happened:
        "La passerelle a donné à ce paiement un statut que la boutique ne connaît pas. Il n’est pas confirmé, et aucune commande n’a été passée.",
      money:
        "Ce qui a été envoyé est dans votre propre portefeuille, à l’adresse indiquée avec le paiement. C’est peut-être trop peu, ou rien.",
      todo: "Cherchez le paiement à la passerelle et dans votre portefeuille. Si des fonds sont arrivés, entendez-vous avec le client : faites payer le reste, ou renvoyez les fonds. Marquez ensuite le paiement comme résolu. Si la passerelle le confirme plus tard, la boutique continue d’elle-même.",
    },
  },
}
