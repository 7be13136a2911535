/** The set-up and health page. */
export const setup = {
  title: "Paiements en crypto",
  subtitle:
    "Tout est-il prêt pour être payé, et cela continue-t-il de marcher ?",
  failed: "L’état des passerelles n’a pas pu être chargé.",
  none: "Aucun prestataire crypto n’est configuré.",
  noneHint:
    "Nommez le prestataire sous le Payment Module dans medusa-config.ts, comme le README le montre, et redémarrez le serveur.",
  list: "Tous les paiements en crypto",
  connected: "Connectée",
  notConnected: "Non connectée",
  merchantId: "ID du marchand",
  balance: "Solde",
  provider: "Prestataire",
  live: "Réel : fonds réels",
  option: "Option à corriger",
  problems: {
    wrong_merchant_id:
      "La passerelle ne connaît pas l’ID du marchand. Comparez-le à la page du marchand dans l’espace client de la passerelle.",
    wrong_key:
      "La passerelle refuse la clé. Elle a peut-être été remplacée, ou le marchand suspendu. Créez-en une nouvelle sur la page du marchand dans l’espace client de la passerelle.",
    unreachable:
      "La passerelle est injoignable à son adresse. Vérifiez l’adresse et le réseau du serveur.",
    timeout:
      "La passerelle n’a pas répondu à temps. Réessayez ; si cela persiste, adressez-vous à son assistance.",
    unexpected_answer:
      "Ce qui répond à cette adresse n’est pas la passerelle. Vérifiez l’adresse.",
    rate_limited:
      "La passerelle demande de patienter : il y a eu trop de requêtes. Réessayez dans une minute.",
    unknown: "La passerelle n’a pas pu être interrogée.",
  },
  currencies: "Monnaies",
  noCurrencies:
    "Aucune monnaie ne peut encore être reçue. Rattachez un portefeuille sur la page du marchand dans l’espace client de la passerelle.",
  webhook: "Webhooks",
  webhookUrl: "Adresse du webhook",
  webhookHint:
    "La passerelle reçoit cette adresse avec chaque paiement ; il n’y a rien à saisir ailleurs.",
  lastDelivery: "Dernière livraison",
  noDelivery: "Aucune jusqu’ici",
  lastFailure: "Dernier échec",
  noFailure: "Aucun",
  missed_one:
    "Un paiement a été trouvé payé en interrogeant la passerelle, sans que son webhook soit arrivé.",
  missed_other:
    "{{count}} paiements ont été trouvés payés en interrogeant la passerelle, sans que leurs webhooks soient arrivés.",
  missedLast: "La dernière fois : {{time}}.",
  missedHint:
    "Les commandes arrivent ainsi en retard. Vérifiez que l’adresse du webhook est joignable depuis Internet.",
  selfTest: {
    label: "Envoyer un webhook de test",
    hint: "Envoie un échantillon signé par l’adresse publique, comme le ferait la passerelle.",
    ok: "L’échantillon est arrivé et sa signature a été acceptée.",
    failed: "L’échantillon n’a pas été accepté.",
  },
  regions: "Régions",
  noRegions:
    "Activé dans aucune région. Les clients ne peuvent pas encore le choisir.",
  noRegionsLink: "Ouvrir les régions",
  counts: "Paiements",
  countOpen_one: "{{count}} ouvert",
  countOpen_other: "{{count}} ouverts",
  countAttention_one: "{{count}} demande votre attention",
  countAttention_other: "{{count}} demandent votre attention",
  countSettled_one: "{{count}} soldé",
  countSettled_other: "{{count}} soldés",
  failures: {
    bad_headers: "Un en-tête manquait ou n’avait pas de sens.",
    signature_mismatch:
      "La signature ne correspondait pas. Comparez l’option webhookSecret à l’espace client de la passerelle.",
    stale_timestamp: "Il était trop ancien. Vérifiez l’horloge du serveur.",
    too_large: "Il était plus gros que tout webhook.",
    unreadable: "Il était signé, mais n’avait pas de sens.",
    busy: "Son paiement était en cours de traitement ; la passerelle réessaie.",
    internal_error:
      "La boutique a échoué ; le journal du serveur dit pourquoi.",
  },
  refresh: "Tester à nouveau la connexion",
}
