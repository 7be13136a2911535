/** The set-up and health page. */
export const setup = {
  title: "Pagos en cripto",
  subtitle: "¿Está todo listo para cobrar, y sigue funcionando?",
  failed: "No se pudo cargar el estado de las pasarelas.",
  none: "No hay ningún proveedor de cripto configurado.",
  noneHint:
    "Nombre el proveedor en el Payment Module de medusa-config.ts, como muestra el README, y reinicie el servidor.",
  list: "Todos los pagos en cripto",
  connected: "Conectada",
  notConnected: "Sin conexión",
  merchantId: "ID de comerciante",
  balance: "Saldo",
  provider: "Proveedor",
  live: "Real: monedas reales",
  option: "Opción que hay que corregir",
  problems: {
    wrong_merchant_id:
      "La pasarela no conoce el ID de comerciante. Compárelo con la página del comerciante en el panel de la pasarela.",
    wrong_key:
      "La pasarela rechaza la clave. Puede que se haya sustituido o que el comerciante esté suspendido. Cree una nueva en la página del comerciante del panel de la pasarela.",
    unreachable:
      "No se puede llegar a la pasarela en su dirección. Revise la dirección y la red del servidor.",
    timeout:
      "La pasarela no respondió a tiempo. Inténtelo de nuevo; si sigue igual, pregunte a su soporte.",
    unexpected_answer:
      "Lo que responde en esta dirección no es la pasarela. Revise la dirección.",
    rate_limited:
      "La pasarela pide paciencia: hubo demasiadas peticiones. Inténtelo de nuevo en un minuto.",
    unknown: "No se pudo preguntar a la pasarela.",
  },
  currencies: "Monedas",
  noCurrencies:
    "Aún no se puede recibir ninguna moneda. Añada un monedero en la página del comerciante del panel de la pasarela.",
  webhook: "Webhooks",
  webhookUrl: "Dirección del webhook",
  webhookHint:
    "La pasarela recibe esta dirección con cada pago; no hay que introducirla en ningún sitio.",
  lastDelivery: "Última entrega",
  noDelivery: "Ninguna hasta ahora",
  lastFailure: "Último fallo",
  noFailure: "Ninguno",
  missed_one:
    "Se supo que un pago estaba pagado preguntando a la pasarela, sin que llegara su webhook.",
  missed_other:
    "Se supo que {{count}} pagos estaban pagados preguntando a la pasarela, sin que llegaran sus webhooks.",
  missedLast: "La última vez: {{time}}.",
  missedHint:
    "Así los pedidos llegan tarde. Compruebe que la dirección del webhook sea accesible desde internet.",
  selfTest: {
    label: "Enviar un webhook de prueba",
    hint: "Envía una muestra firmada por la dirección pública, como lo haría la pasarela.",
    ok: "La muestra llegó y su firma fue aceptada.",
    failed: "La muestra no fue aceptada.",
  },
  regions: "Regiones",
  noRegions:
    "No está activado en ninguna región. Los clientes aún no pueden elegirlo.",
  noRegionsLink: "Abrir las regiones",
  counts: "Pagos",
  countOpen_one: "{{count}} abierto",
  countOpen_other: "{{count}} abiertos",
  countAttention_one: "{{count}} requiere atención",
  countAttention_other: "{{count}} requieren atención",
  countSettled_one: "{{count}} liquidado",
  countSettled_other: "{{count}} liquidados",
  failures: {
    bad_headers: "Faltaba una cabecera o no tenía sentido.",
    signature_mismatch:
      "La firma no coincidía. Compare la opción webhookSecret con el panel de la pasarela.",
    stale_timestamp: "Era demasiado antiguo. Revise el reloj del servidor.",
    too_large: "Era más grande que cualquier webhook.",
    unreadable: "Estaba firmado, pero no tenía sentido.",
    busy: "Su pago se estaba procesando; la pasarela lo intenta de nuevo.",
    internal_error: "La tienda falló; el registro del servidor dice por qué.",
  },
  refresh: "Probar de nuevo la conexión",
}
