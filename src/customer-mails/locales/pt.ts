import type { CustomerMailTexts } from "../texts"

export const pt: CustomerMailTexts = {
  order: "Encomenda",
  awaiting_payment: [
    "Pague a sua encomenda",
    "Obrigado pela sua encomenda. Aguarda o pagamento: {{url}}",
  ],
  paid: ["Recebemos o seu pagamento", "Obrigado. Recebemos o seu pagamento."],
  checking: [
    "Estamos a verificar o seu pagamento",
    "Recebemos o seu pagamento, mas não conseguimos concluir a sua encomenda automaticamente. Estamos a tratar disso e entraremos em contacto consigo. Por favor, não pague novamente.",
  ],
  expired: [
    "O seu pagamento expirou",
    "Não chegou nenhum pagamento a tempo. Se enviou moedas, contacte-nos.",
  ],
  pay_again: "Ainda pode pagar aqui: {{url}}",
  refund_requested: [
    "O seu reembolso",
    "Queremos devolver-lhe moedas. Introduza o endereço da sua carteira: {{url}}",
  ],
  refund_sent: [
    "O seu reembolso foi enviado",
    "Devolvemos-lhe as moedas. A transação é {{transaction}}",
  ],
}
