import type { CryptoPaymentTexts } from "./en"

export const pt: CryptoPaymentTexts = {
  pay: "Pagar com criptomoedas",
  steps: ["Moeda", "Envio", "Confirmação", "Pedido"],
  starting: "A iniciar o pagamento…",
  startFailed: "Não foi possível iniciar o pagamento.",
  chooseCoin: "Escolha uma criptomoeda",
  search: "Pesquisar",
  noMatch: "Nenhuma criptomoeda encontrada.",
  loadingCoins: "A carregar as criptomoedas…",
  noCoins: "De momento, esta loja não pode aceitar criptomoedas.",
  coinsFailed: "Não foi possível carregar as criptomoedas.",
  showAddress: "Mostrar endereço",
  amount: "Valor",
  network: "Rede",
  address: "Endereço",
  exactAmount:
    "Envie exatamente este valor em {coin} e apenas pela rede {network}. Qualquer outro envio pode perder-se.",
  copy: "Copiar",
  copied: "Copiado",
  qrCode: "Código QR para a sua carteira",
  openWallet: "Abrir na carteira",
  codeWithAmount:
    "O código contém o endereço e o valor exato, para {coin} em {network}.",
  codeWithAddress:
    "O código contém apenas o endereço. Introduza o valor e escolha {coin} em {network} na sua carteira.",
  showAmountCode: "Mostrar o código com o valor",
  showAddressCode: "Mostrar um código só com o endereço",
  addressDiffers:
    "Cuidado: o que foi copiado não é o endereço deste pagamento. Não pague. Recarregue a página ou leia o código.",
  sent: "Já enviei",
  confirming: [
    "A confirmar o seu pagamento",
    "A rede demora normalmente alguns minutos e o resto é automático. Pode fechar esta página.",
  ],
  keepCart: "Por favor, não altere o seu carrinho até o seu pagamento chegar.",
  paidCartChanged: [
    "Temos o seu pagamento de {price}",
    "O seu carrinho custa agora {cart}. Reponha-o em {price} para obter a sua encomenda ou aguarde que a loja entre em contacto consigo. Por favor, não pague novamente.",
  ],
  showAgain: "Mostrar novamente o endereço",
  timeLeft: "Tempo restante: {time}",
  timeUp: "O tempo terminou. Não envie mais nada. A verificar o seu pagamento…",
  changeCoin: "Escolher outra criptomoeda",
  testPayment: "Pagamento de teste: envie apenas moedas de teste.",
  openPaymentPage: "Ir para a página de pagamento",
  leftPaymentPage: "Saiu da página de pagamento",
  tryAgain: "Tentar novamente",
  payNewAmount: "Pagar o novo valor",
  continue: "Continuar",
  backToStore: "Voltar à loja",
  viewOrder: "Ver encomenda",
  dismiss: "Ocultar",
  reference: "Referência",
  unavailable:
    "De momento, a loja não responde. Esta página continua a verificar automaticamente.",
  payHosted: "Pagar na página de pagamento",
  changeWay: "Pagar de outra forma",
  payUntil: "Pague até {time}.",
  receipt: "{price} pagos com {coin} em {time}.",
  underpaid: "Enviou {sent} de {quoted}; faltam {missing}.",
  duplicate:
    "A encomenda {order} já estava paga; este segundo pagamento será devolvido.",
  phases: {
    checking: ["A verificar o seu pagamento", "Pode demorar um momento."],
    waiting: [
      "A aguardar o seu pagamento",
      "A sua encomenda é feita automaticamente assim que o pagamento chegar. Pode fechar esta página.",
    ],
    placing_order: [
      "Pagamento recebido",
      "A sua encomenda está a ser feita. Pode demorar um momento.",
    ],
    order_placed: ["Pagamento concluído", "A sua encomenda foi feita."],
    expired: [
      "O pagamento expirou",
      "Não foi recebido nenhum pagamento. Não envie mais nada para este pagamento. Se já o enviou, aguarde. Será detetado automaticamente quando chegar.",
    ],
    failed: [
      "O pagamento falhou",
      "Não foi recebido nenhum pagamento. Não envie mais nada para este pagamento.",
    ],
    cart_changed: [
      "O preço mudou",
      "Este pagamento já não corresponde a ele. Se já pagou, a loja entrará em contacto consigo. Por favor, não pague novamente. Caso contrário, inicie um novo pagamento.",
    ],
    replaced: [
      "Este pagamento foi substituído",
      "Iniciou outro pagamento. Não envie mais nada para este pagamento.",
    ],
    paid_otherwise: [
      "A encomenda já foi feita",
      "Não há mais nada a pagar. Não envie mais nada para este pagamento.",
    ],
    order_canceled: [
      "Encomenda cancelada",
      "Esta encomenda foi cancelada porque nenhum pagamento chegou a tempo. Não envie mais nada para este pagamento.",
    ],
    attention: [
      "Recebemos o seu pagamento",
      "A loja tem de o verificar. Foi avisada e entrará em contacto consigo. Não precisa de fazer nada. Por favor, não pague novamente.",
    ],
    resolved: [
      "A loja tratou do seu pagamento",
      "Se tiver alguma dúvida, contacte a loja.",
    ],
    unknown: [
      "Pagamento não encontrado",
      "Abra novamente a ligação da sua compra ou contacte a loja.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "A sua encomenda {order} aguarda o pagamento",
      "A sua encomenda é confirmada assim que o pagamento chegar. Pode fechar esta página.",
    ],
  },
  payPage: {
    payable: ["Pagar a sua encomenda {order}", "O valor a pagar é {price}."],
    paid: ["A sua encomenda {order} está paga", "Não há mais nada a pagar."],
    canceled: ["A sua encomenda {order} está cancelada", "Não envie nada."],
    changed: [
      "Esta ligação de pagamento está desatualizada",
      "Se ainda houver algo a pagar da sua encomenda {order}, peça uma nova ligação à loja.",
    ],
    not_payable: [
      "Esta encomenda não pode ser paga em cripto neste momento",
      "Contacte a loja sobre a sua encomenda {order}.",
    ],
  },
}
