import type { CryptoRefundTexts } from "./refund-en"

export const pt: CryptoRefundTexts = {
  order: "Encomenda",
  amount: "Recebe",
  network: "Rede",
  address: "Endereço",
  tag: "Tag ou memo",
  tagHint:
    "Uma corretora indica um com o endereço; moedas enviadas sem ele são perdidas. Deixe vazio para uma carteira própria.",
  noTag: "Nenhum",
  asEntered: "Tal como o introduziu",
  transaction: "Transação",
  yourAddress: "O seu endereço de {coin} na rede {network}",
  enterUntil: "Introduza-o até {time}.",
  check: "Verificar o endereço",
  checking: "A verificar…",
  missing: "Introduza um endereço.",
  refused: "Este endereço não pode ser usado.",
  typingError:
    "Contém um erro de digitação ou não é da rede {network}. Copie-o da sua carteira.",
  otherNetwork:
    "É de outra rede: {found}. Copie um de {network} da sua carteira.",
  unknownForm:
    "Um endereço tem de 10 a 128 letras e algarismos. Copie-o da sua carteira.",
  storeAddress:
    "É o da própria loja, para o qual pagou. Introduza um endereço da sua própria carteira.",
  tagAlone:
    "É apenas um tag ou memo. Insira o endereço, e o tag ou memo no campo próprio.",
  wrongTag:
    "O tag ou memo não é de {network}, ou é diferente do que está no endereço.",
  warning:
    "As transferências não podem ser anuladas. As moedas perdem-se se a sua carteira não receber {coin} na rede {network} neste endereço.",
  unchecked:
    "A loja não consegue verificar os endereços desta rede, por isso um erro de escrita não seria detetado.",
  confirm: "Confirmar o endereço",
  saving: "A guardar…",
  change: "Introduzir outro endereço",
  askToChange:
    "O endereço está errado? Contacte a loja antes de ela fazer o envio.",
  noAnswer: "A loja não está a responder neste momento. Tente novamente.",
  unavailable:
    "A loja não está a responder neste momento. Esta página continua a verificar automaticamente.",
  back: "Voltar à loja",
  copy: "Copiar",
  copied: "Copiado",
  steps: {
    loading: ["A carregar o seu reembolso", "Pode demorar um momento."],
    enter: [
      "O seu reembolso",
      "A loja reembolsa-lhe {price}. Introduza o endereço da carteira que deve receber o valor.",
      "A loja devolve-lhe moedas. Introduza o endereço da carteira que as deve receber.",
    ],
    enter_surplus: [
      "O seu reembolso",
      "Enviou mais moedas do que o devido. A loja devolve o excedente, que valia {price} quando pagou. Introduza o endereço da carteira que o deve receber.",
      "Enviou mais moedas do que o devido. A loja devolve o excedente. Introduza o endereço da carteira que o deve receber.",
    ],
    review: [
      "Confira o endereço",
      "Compare cada carácter com o endereço na sua carteira. Nada é guardado até confirmar.",
    ],
    address_entered: [
      "O seu endereço está guardado",
      "A loja ainda não enviou as moedas. Esta página mostra quando forem enviadas.",
    ],
    sent: [
      "O seu reembolso foi enviado",
      "A sua carteira mostra as moedas assim que a rede confirmar a transação.",
    ],
    expired: [
      "Esta ligação de reembolso expirou",
      "Não foi introduzido nenhum endereço a tempo. Peça uma nova ligação à loja.",
    ],
    unknown: [
      "Esta ligação de reembolso não é válida",
      "Pode estar incompleta, ou a loja substituiu-a ou retirou-a. Abra a ligação mais recente ou contacte a loja.",
    ],
  },
}
