import type { CustomerMailTexts } from "../texts"

export const tr: CustomerMailTexts = {
  order: "Sipariş",
  awaiting_payment: [
    "Lütfen siparişinizi ödeyin",
    "Siparişiniz için teşekkür ederiz. Ödemeniz bekleniyor: {{url}}",
  ],
  paid: ["Ödemenizi aldık", "Teşekkür ederiz. Ödemenizi aldık."],
  checking: [
    "Ödemenizi kontrol ediyoruz",
    "Ödemenizi aldık, ancak siparişinizi otomatik olarak tamamlayamadık. Konuyla ilgileniyoruz ve sizinle iletişime geçeceğiz. Lütfen yeniden ödemeyin.",
  ],
  expired: [
    "Ödemenizin süresi doldu",
    "Zamanında ödeme alınmadı. Coin gönderdiyseniz lütfen bizimle iletişime geçin.",
  ],
  pay_again: "Hâlâ buradan ödeyebilirsiniz: {{url}}",
  refund_requested: [
    "İadeniz",
    "Size coin’leri geri göndermek istiyoruz. Lütfen cüzdanınızın adresini girin: {{url}}",
  ],
  refund_sent: [
    "İadeniz gönderildi",
    "Coin’leri size geri gönderdik. İşlem: {{transaction}}",
  ],
}
