import type { CustomerMailTexts } from "../texts"

export const ko: CustomerMailTexts = {
  order: "주문",
  awaiting_payment: [
    "주문을 결제해 주세요",
    "주문해 주셔서 감사합니다. 결제를 기다리는 중입니다: {{url}}",
  ],
  paid: ["결제를 받았습니다", "감사합니다. 결제를 받았습니다."],
  checking: [
    "결제를 확인하는 중입니다",
    "결제를 받았지만 주문을 자동으로 완료하지 못했습니다. 확인한 후 연락드리겠습니다. 다시 결제하지 마세요.",
  ],
  expired: [
    "결제 시간이 만료되었습니다",
    "기한 내에 받은 결제가 없습니다. 코인을 보내셨다면 연락해 주세요.",
  ],
  pay_again: "아직 여기에서 결제하실 수 있습니다: {{url}}",
  refund_requested: [
    "환불 안내",
    "코인을 돌려드리려고 합니다. 코인을 받을 지갑의 주소를 입력해 주세요: {{url}}",
  ],
  refund_sent: [
    "환불이 전송되었습니다",
    "코인을 돌려드렸습니다. 트랜잭션: {{transaction}}",
  ],
}
