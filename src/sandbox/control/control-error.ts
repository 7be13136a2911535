/** A control request that cannot be done; the message says why. */
export class ControlError extends Error {
  readonly status: 400 | 403 | 404 | 409

  constructor(status: 400 | 403 | 404 | 409, message: string) {
    super(message)
    this.status = status
  }
}
