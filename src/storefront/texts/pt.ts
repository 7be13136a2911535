import type { CryptoPaymentTexts } from "./texts"

export const pt: CryptoPaymentTexts = {
  pay: "Pagar com cripto",
  opening: "A abrir o pagamento…",
  startFailed: "Não foi possível iniciar o pagamento.",
  chooseCoin: "Escolha uma moeda",
  loadingCoins: "A carregar as moedas…",
  noCoins: "De momento, esta loja não pode aceitar cripto.",
  coinsFailed: "Não foi possível carregar as moedas.",
  showAddress: "Mostrar o endereço",
  amount: "Valor",
  network: "Rede",
  address: "Endereço",
  exactly:
    "Envie exatamente este valor em {coin} e apenas pela rede {network}. Qualquer outra coisa pode perder-se.",
  copy: "Copiar",
  copied: "Copiado",
  qrCode: "Código QR para a sua carteira",
  openWallet: "Abrir na carteira",
  timeLeft: "Tempo restante: {time}",
  timeUp: "O tempo esgotou-se. Não envie mais nada; a verificar…",
  changeCoin: "Escolher outra moeda",
  test: "Pagamento de teste: envie apenas moedas de teste.",
  toPaymentPage: "Ir para a página de pagamento",
  tryAgain: "Tentar novamente",
  payNewAmount: "Pagar o novo valor",
  continue: "Continuar",
  back: "Voltar à loja",
  showOrder: "Ver o pedido",
  reference: "Referência {id}",
  noAnswer:
    "A loja não responde neste momento. Esta página continua a verificar sozinha.",
  phases: {
    checking: ["A verificar o seu pagamento", "Um momento, por favor."],
    waiting: [
      "À espera do seu pagamento",
      "Pague {price}, por favor. Assim que as moedas chegarem, o seu pedido é feito automaticamente, mesmo que feche esta página.",
    ],
    placing_order: ["Pago", "O seu pedido está a ser feito. Um momento."],
    order_placed: ["Obrigado, está pago", "O seu pedido foi feito."],
    expired: [
      "O pagamento expirou",
      "Nada chegou e nenhum pedido foi feito. Não envie mais nada para este pagamento. Se já enviou as moedas, aguarde: serão notadas quando chegarem.",
    ],
    failed: [
      "O pagamento não funcionou",
      "Nada chegou e nenhum pedido foi feito. Não envie mais nada para este pagamento.",
    ],
    cart_changed: [
      "O seu carrinho mudou",
      "Este pagamento de {price} já não lhe corresponde. Se já pagou, a loja entrará em contacto consigo: não pague outra vez. Se não, inicie um novo pagamento.",
    ],
    replaced: [
      "Este pagamento foi substituído",
      "Entretanto iniciou outro. Não envie mais nada para este pagamento.",
    ],
    paid_otherwise: [
      "O pedido já foi feito",
      "Aqui não há mais nada a pagar. Não envie mais nada para este pagamento.",
    ],
    attention: [
      "Temos o seu pagamento",
      "Não foi possível fazer o pedido automaticamente. A loja foi avisada e entrará em contacto consigo: não precisa de fazer nada e, por favor, não pague outra vez.",
    ],
    resolved: [
      "A loja tratou do seu pagamento",
      "Se tiver alguma pergunta, contacte a loja.",
    ],
    unknown: [
      "Este pagamento não é conhecido",
      "Siga novamente a ligação da sua compra ou contacte a loja.",
    ],
  },
}
