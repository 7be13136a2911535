import type { CryptoPaymentTexts } from "./en"

export const ko: CryptoPaymentTexts = {
  pay: "암호화폐로 결제",
  steps: ["코인", "전송", "확인", "주문"],
  starting: "결제를 시작하는 중…",
  startFailed: "결제를 시작할 수 없습니다.",
  chooseCoin: "암호화폐 선택",
  search: "검색",
  noMatch: "일치하는 암호화폐가 없습니다.",
  loadingCoins: "암호화폐를 불러오는 중…",
  noCoins: "현재 이 스토어에서는 암호화폐를 사용할 수 없습니다.",
  coinsFailed: "암호화폐를 불러올 수 없습니다.",
  showAddress: "주소 표시",
  amount: "금액",
  network: "네트워크",
  address: "주소",
  exactAmount:
    "{network} 네트워크에서만, 정확히 이 금액의 {coin}을(를) 보내세요. 다르게 보내면 자산을 잃을 수 있습니다.",
  copy: "복사",
  copied: "복사됨",
  qrCode: "지갑용 QR 코드",
  openWallet: "지갑에서 열기",
  codeWithAmount:
    "이 코드에는 {network}의 {coin} 결제를 위한 주소와 정확한 금액이 들어 있습니다.",
  codeWithAddress:
    "이 코드에는 주소만 들어 있습니다. 지갑에서 금액을 직접 입력하고 {network}의 {coin}을(를) 선택하세요.",
  showAmountCode: "금액이 포함된 코드 표시",
  showAddressCode: "주소만 있는 코드 표시",
  addressDiffers:
    "주의: 복사된 내용이 이 결제의 주소가 아닙니다. 결제하지 마세요. 페이지를 새로 고치거나 코드를 스캔하세요.",
  sent: "전송했습니다",
  confirming: [
    "결제를 확인하는 중입니다",
    "네트워크 확인에는 보통 몇 분이 걸리며, 나머지는 자동으로 처리됩니다. 이 페이지를 닫아도 됩니다.",
  ],
  keepCart: "결제가 도착할 때까지 장바구니를 변경하지 마세요.",
  paidCartChanged: [
    "{price} 결제를 받았습니다",
    "현재 장바구니 금액은 {cart}입니다. 주문하려면 {price} 금액으로 되돌리거나 스토어의 연락을 기다려 주세요. 다시 결제하지 마세요.",
  ],
  showAgain: "주소 다시 표시",
  timeLeft: "남은 시간: {time}",
  timeUp:
    "시간이 종료되었습니다. 이제 아무것도 보내지 마세요. 결제를 확인하는 중…",
  changeCoin: "다른 암호화폐 선택",
  testPayment: "테스트 결제: 테스트 코인만 보내세요.",
  openPaymentPage: "결제 페이지로 이동",
  leftPaymentPage: "결제 페이지에서 나가셨습니다",
  tryAgain: "다시 시도",
  payNewAmount: "새 금액 결제",
  continue: "계속",
  backToStore: "스토어로 돌아가기",
  viewOrder: "주문 보기",
  dismiss: "닫기",
  reference: "참조 번호",
  unavailable:
    "현재 스토어가 응답하지 않습니다. 이 페이지에서 계속 자동으로 확인합니다.",
  payHosted: "결제 페이지에서 결제",
  changeWay: "다른 방법으로 결제",
  payUntil: "{time}까지 결제해 주세요.",
  receipt: "{time}에 {coin}(으)로 {price} 결제됨.",
  underpaid:
    "{quoted} 중 {sent}을(를) 보내셨습니다. {missing}이(가) 부족합니다.",
  duplicate:
    "주문 {order}은(는) 이미 결제되었으며, 이 두 번째 결제는 환불됩니다.",
  phases: {
    checking: ["결제를 확인하는 중입니다", "잠시만 기다려 주세요."],
    waiting: [
      "결제를 기다리는 중입니다",
      "결제가 도착하면 주문이 자동으로 접수됩니다. 이 페이지를 닫아도 됩니다.",
    ],
    placing_order: [
      "결제가 도착했습니다",
      "주문을 접수하는 중입니다. 잠시만 기다려 주세요.",
    ],
    order_placed: ["결제 완료", "주문이 접수되었습니다."],
    expired: [
      "결제 시간이 만료되었습니다",
      "받은 결제가 없습니다. 이 결제에 더 이상 아무것도 보내지 마세요. 이미 보내셨다면 기다려 주세요. 도착하면 자동으로 확인됩니다.",
    ],
    failed: [
      "결제에 실패했습니다",
      "받은 결제가 없습니다. 이 결제에 더 이상 아무것도 보내지 마세요.",
    ],
    cart_changed: [
      "가격이 변경되었습니다",
      "이 결제가 현재 가격과 일치하지 않습니다. 이미 결제하셨다면 스토어에서 연락드립니다. 다시 결제하지 마세요. 아직 결제하지 않으셨다면 새 결제를 시작하세요.",
    ],
    replaced: [
      "이 결제는 다른 결제로 대체되었습니다",
      "다른 결제를 시작하셨습니다. 이 결제에 더 이상 아무것도 보내지 마세요.",
    ],
    paid_otherwise: [
      "이미 접수된 주문입니다",
      "결제할 금액이 없습니다. 이 결제에 더 이상 아무것도 보내지 마세요.",
    ],
    order_canceled: [
      "주문이 취소되었습니다",
      "기한 내에 결제를 받지 못해 이 주문이 취소되었습니다. 이 결제에 더 이상 아무것도 보내지 마세요.",
    ],
    attention: [
      "결제를 받았습니다",
      "스토어의 확인이 필요합니다. 스토어에 알림이 전달되었으며 곧 연락드립니다. 따로 하실 일은 없습니다. 다시 결제하지 마세요.",
    ],
    resolved: [
      "스토어에서 결제를 처리했습니다",
      "궁금한 점이 있으면 스토어에 문의하세요.",
    ],
    unknown: [
      "결제를 찾을 수 없습니다",
      "주문 과정에서 받은 링크를 다시 열거나 스토어에 문의하세요.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "주문 {order}의 결제를 기다리는 중입니다",
      "결제가 도착하면 주문이 확정됩니다. 이 페이지를 닫아도 됩니다.",
    ],
  },
  payPage: {
    payable: ["주문 {order} 결제", "결제할 금액은 {price}입니다."],
    paid: ["주문 {order}의 결제가 완료되었습니다", "결제할 금액이 없습니다."],
    canceled: ["주문 {order}이(가) 취소되었습니다", "아무것도 보내지 마세요."],
    changed: [
      "이 결제 링크는 더 이상 유효하지 않습니다",
      "주문 {order}에 아직 결제할 금액이 있다면 스토어에 새 링크를 요청하세요.",
    ],
    not_payable: [
      "지금은 이 주문을 암호화폐로 결제할 수 없습니다",
      "주문 {order}에 대해 스토어에 문의하세요.",
    ],
  },
}
