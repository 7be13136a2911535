/** An answer of the error table, contract §7. */
export class ApiError extends Error {
  constructor(
    readonly status: 400 | 401 | 404,
    readonly code:
      | "MERCHANT_NOT_FOUND"
      | "INVALID_CREDENTIALS"
      | "PAYMENT_ALREADY_EXISTS"
      | "WALLET_NOT_FOUND"
      | "VALIDATION_ERROR"
      | "PAYMENT_NOT_FOUND"
      | "CURRENCY_NOT_FOUND"
  ) {
    super(code)
  }
}
