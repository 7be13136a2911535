import type { CustomerMailTexts } from "../texts"

export const es: CustomerMailTexts = {
  order: "Pedido",
  awaiting_payment: [
    "Pague su pedido, por favor",
    "Gracias por su pedido. Está pendiente de pago: {{url}}",
  ],
  paid: ["Hemos recibido su pago", "Gracias. Hemos recibido su pago."],
  checking: [
    "Estamos revisando su pago",
    "Hemos recibido su pago, pero no pudimos completar su pedido automáticamente. Lo estamos revisando y le escribiremos. Por favor, no pague de nuevo.",
  ],
  expired: [
    "Su pago ha caducado",
    "No llegó ningún pago a tiempo. Si ha enviado monedas, escríbanos, por favor.",
  ],
  pay_again: "Todavía puede pagar aquí: {{url}}",
  refund_requested: [
    "Su reembolso",
    "Queremos devolverle monedas. Introduzca la dirección de su monedero, por favor: {{url}}",
  ],
  refund_sent: [
    "Su reembolso se ha enviado",
    "Le hemos devuelto las monedas. La transacción es {{transaction}}",
  ],
}
