import type { CryptoPaymentTexts } from "."

export const pt: CryptoPaymentTexts = {
  pay: "Pagar com criptomoedas",
  starting: "A iniciar o pagamento…",
  startFailed: "Não foi possível iniciar o pagamento.",
  chooseCoin: "Escolha uma criptomoeda",
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
  timeLeft: "Tempo restante: {time}",
  timeUp: "O tempo terminou. Não envie mais nada. A verificar o seu pagamento…",
  changeCoin: "Escolher outra criptomoeda",
  testPayment: "Pagamento de teste: envie apenas moedas de teste.",
  openPaymentPage: "Ir para a página de pagamento",
  tryAgain: "Tentar novamente",
  payNewAmount: "Pagar o novo valor",
  continue: "Continuar",
  backToStore: "Voltar à loja",
  viewOrder: "Ver encomenda",
  reference: "Referência: {id}",
  unavailable:
    "De momento, a loja não responde. Esta página continua a verificar automaticamente.",
  chooseWay: "Como pretende pagar?",
  payHosted: "Na página de pagamento",
  payInline: "Aqui, a partir da sua carteira",
  changeWay: "Pagar de outra forma",
  payUntil: "Pague até {time}.",
  receipt: "{price} pagos com {coin} em {time}.",
  phases: {
    checking: ["A verificar o seu pagamento", "Pode demorar um momento."],
    waiting: [
      "A aguardar o seu pagamento",
      "Pague {price}. Assim que o pagamento chegar, a sua encomenda é feita automaticamente, mesmo que feche esta página.",
      "Conclua o pagamento. Assim que chegar, a sua encomenda é feita automaticamente, mesmo que feche esta página.",
    ],
    placing_order: [
      "Pagamento recebido",
      "A sua encomenda está a ser feita. Pode demorar um momento.",
    ],
    order_placed: ["Pagamento concluído", "A sua encomenda foi feita."],
    expired: [
      "O pagamento expirou",
      "Não foi recebido nenhum pagamento e não foi feita nenhuma encomenda. Não envie mais nada para este pagamento. Se já o enviou, aguarde. Será detetado automaticamente quando chegar.",
    ],
    failed: [
      "O pagamento falhou",
      "Não foi recebido nenhum pagamento e não foi feita nenhuma encomenda. Não envie mais nada para este pagamento.",
    ],
    cart_changed: [
      "O seu carrinho mudou",
      "Este pagamento de {price} já não corresponde ao seu carrinho. Se já pagou, a loja entrará em contacto consigo. Por favor, não pague novamente. Caso contrário, inicie um novo pagamento.",
      "Este pagamento já não corresponde ao seu carrinho. Se já pagou, a loja entrará em contacto consigo. Por favor, não pague novamente. Caso contrário, inicie um novo pagamento.",
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
      "Não foi possível fazer a sua encomenda automaticamente. A loja foi avisada e entrará em contacto consigo. Não precisa de fazer nada. Por favor, não pague novamente.",
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
      "Pague {price}. A sua encomenda é confirmada assim que o pagamento chegar, mesmo que feche esta página.",
      "Conclua o pagamento. A sua encomenda é confirmada assim que o pagamento chegar, mesmo que feche esta página.",
    ],
    expired: [
      "Pagamento expirado",
      "Não foi recebido nenhum pagamento para a sua encomenda {order}. Não envie mais nada para este pagamento. Pode pagar a encomenda de novo.",
    ],
    failed: [
      "Pagamento falhado",
      "Não foi recebido nenhum pagamento para a sua encomenda {order}. Não envie mais nada para este pagamento. Pode pagar a encomenda de novo.",
    ],
    cart_changed: [
      "A sua encomenda mudou",
      "Este pagamento de {price} já não corresponde à sua encomenda {order}. Se já pagou, a loja entrará em contacto consigo. Não pague outra vez. Caso contrário, inicie um novo pagamento.",
      "Este pagamento já não corresponde à sua encomenda {order}. Se já pagou, a loja entrará em contacto consigo. Não pague outra vez. Caso contrário, inicie um novo pagamento.",
    ],
    attention: [
      "Recebemos o seu pagamento",
      "Não corresponde à sua encomenda {order}. A loja foi avisada e entrará em contacto consigo. Por favor, não pague novamente.",
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
