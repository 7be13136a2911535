import {
  checkRequest,
  REFUND_REQUEST_STATES,
  type RefundRequestState,
  type RequestAction,
} from "./limits"

describe("a refund request", () => {
  it.each<[RequestAction, RefundRequestState[]]>([
    ["enter", ["waiting_for_address"]],
    ["revoke", ["waiting_for_address", "address_entered"]],
    ["send", ["address_entered"]],
  ])(
    "allows %s in the states %j, and says why not in others",
    (action, may) => {
      for (const state of REFUND_REQUEST_STATES) {
        const act = () => checkRequest(action, state)
        if (may.includes(state)) expect(act).not.toThrow()
        else expect(act).toThrow(/^[A-Z].*\.$/)
      }
    }
  )
})
