/** What a person can do with a payment. */
export const actions = {
  cancel: "Cancelar",
  check: {
    label: "Comprobar ahora",
    done: "Se preguntó a la pasarela. Estado: {{state}}.",
    failed: "No se pudo preguntar a la pasarela.",
    doneMany_one: "Se comprobó {{count}} pago.",
    doneMany_other: "Se comprobaron {{count}} pagos.",
    failedMany_one: "No se pudo comprobar {{count}} pago.",
    failedMany_other: "No se pudieron comprobar {{count}} pagos.",
  },
  retryOrder: {
    label: "Intentar de nuevo el pedido",
    title: "¿Crear el pedido de nuevo?",
    description:
      "La tienda intenta crear el pedido a partir del carrito del cliente, pagado con este pago. El cliente no paga nada más.",
    confirm: "Crear el pedido",
    done: "El pedido se ha creado.",
    stillNot: "No se pudo crear el pedido: {{why}}",
    failed: "No se pudo crear el pedido.",
  },
  refund: {
    label: "Registrar un reembolso",
    title: "Registrar un reembolso",
    description:
      "Solo usted puede enviar monedas desde su monedero. Envíelas primero y anote aquí lo que envió, para que el pedido lo muestre.",
    amount: "Importe en {{currency}}",
    amountHint: "Quedan {{open}} sin reembolsar.",
    amountWrong: "Un importe mayor que 0 y de hasta {{open}}.",
    transactionHash: "Hash de la transacción",
    transactionHint: "Como lo muestra el explorador de bloques.",
    transactionWrong: "El hash de la transacción que envió las monedas.",
    note: "Nota (opcional)",
    book: "Anotar en el pedido",
    submit: "Registrar el reembolso",
    done: "El reembolso se ha registrado.",
    failed: "No se pudo registrar el reembolso.",
  },
  resolve: {
    label: "Marcar como resuelto",
    title: "Marcar como resuelto",
    description:
      "El pago deja de esperar a una persona. Sigue en la lista, con lo que escriba aquí.",
    kind: "Qué se hizo",
    kinds: {
      refunded: "Se devolvieron las monedas",
      order_placed_by_hand: "El pedido se creó a mano",
      other: "Otra cosa",
    },
    note: "Nota",
    noteHint: "Para quien mire este pago más adelante.",
    noteWrong: "Diga en pocas palabras qué se hizo.",
    transactionHash: "Hash de la transacción",
    transactionHint: "De la transacción que devolvió las monedas.",
    transactionHintOpen:
      "Quedan {{open}} sin registrar como reembolsados: indique la transacción que los devolvió.",
    submit: "Marcar como resuelto",
    done: "El pago está resuelto.",
    failed: "No se pudo marcar el pago como resuelto.",
  },
}
