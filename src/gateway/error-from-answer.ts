import { z } from "zod"
import {
  GatewayAuthenticationError,
  type GatewayError,
  type GatewayErrorDetails,
  GatewayNotFoundError,
  GatewayOutcomeUnknownError,
  GatewayRateLimitError,
  GatewayServerError,
  GatewayUnexpectedAnswerError,
  GatewayValidationError,
} from "./errors"
import type { WireAnswer } from "./exchange"
import { oneLine } from "./one-line"
import type { Redact } from "./redact"
import { parseRetryAfter } from "./retry-after"

/**
 * The failure that a non-2xx answer stands for (merchant-api.md section 7).
 * The status alone chooses the kind: the shape of error bodies is not
 * promised, so one that is missing, HTML or of another shape only leaves the code out.
 *
 * @param action what the call was for, as "read the payment abc"
 * @param redact takes secrets out of message and code, should the gateway echo them
 */
export function errorFromAnswer(
  answer: WireAnswer,
  action: string,
  now: Date,
  redact: Redact
): GatewayError {
  const { status } = answer
  const { code, message } = readErrorBody(answer.body, redact)
  const details: GatewayErrorDetails = {
    status,
    ...(code !== undefined && { code }),
    retryAfterSeconds: parseRetryAfter(answer.headers["retry-after"], now),
  }
  const said = [status, code, message && `(${oneLine(message)})`]
  const sentence = `Could not ${action}: the gateway answered ${said
    .filter(Boolean)
    .join(" ")}`
  return create(sentence, details, status)
}

function create(
  message: string,
  details: GatewayErrorDetails,
  status: number
): GatewayError {
  if (status >= 500) {
    return new GatewayServerError(message, details)
  }
  switch (status) {
    case 401:
      return new GatewayAuthenticationError(message, details)
    case 404:
      return new GatewayNotFoundError(message, details)
    // Something on the way gave up waiting: nothing is wrong with the request.
    case 408:
      return new GatewayOutcomeUnknownError(message, details)
    case 429:
      return new GatewayRateLimitError(message, details)
  }
  return status >= 400
    ? new GatewayValidationError(message, details)
    : new GatewayUnexpectedAnswerError(
        `${message}, which is neither a success nor an error; redirects are not followed`,
        details
      )
}

const ErrorBody = z.object({
  code: z
    .string()
    .regex(/^[\x20-\x7e]{1,100}$/)
    .optional()
    .catch(undefined),
  message: z.string().min(1).optional().catch(undefined),
})

function readErrorBody(
  body: string | undefined,
  redact: Redact
): z.infer<typeof ErrorBody> {
  if (body === undefined || !body.trimStart().startsWith("{")) {
    return {}
  }
  try {
    const { code, message } = ErrorBody.parse(JSON.parse(body))
    // Done first of all: what is cut to length later must not leave half a secret.
    return {
      code: code && redact(code),
      message: message && redact(message),
    }
  } catch {
    return {}
  }
}
