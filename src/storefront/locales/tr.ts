import type { CryptoPaymentTexts } from "./en"

export const tr: CryptoPaymentTexts = {
  pay: "Kripto ile öde",
  steps: ["Para birimi", "Gönderim", "Onay", "Sipariş"],
  starting: "Ödeme başlatılıyor…",
  startFailed: "Ödeme başlatılamadı.",
  chooseCoin: "Kripto para seçin",
  search: "Ara",
  noMatch: "Kripto para bulunamadı.",
  loadingCoins: "Kripto paralar yükleniyor…",
  noCoins: "Bu mağaza şu anda kripto para kabul edemiyor.",
  coinsFailed: "Kripto paralar yüklenemedi.",
  showAddress: "Adresi göster",
  amount: "Tutar",
  network: "Ağ",
  address: "Adres",
  exactAmount:
    "Tam olarak bu tutarı {coin} olarak ve yalnızca {network} ağı üzerinden gönderin. Başka türlü gönderilenler kaybolabilir.",
  copy: "Kopyala",
  copied: "Kopyalandı",
  qrCode: "Cüzdanınız için QR kodu",
  openWallet: "Cüzdanda aç",
  codeWithAmount:
    "Kod, {network} ağındaki {coin} için adresi ve tam tutarı içerir.",
  codeWithAddress:
    "Kod yalnızca adresi içerir. Tutarı kendiniz girin ve cüzdanınızda {network} ağındaki {coin} seçeneğini seçin.",
  showAmountCode: "Tutarı içeren kodu göster",
  showAddressCode: "Yalnızca adresi içeren bir kod göster",
  addressDiffers:
    "Dikkat: kopyalanan içerik bu ödemenin adresi değil. Ödeme yapmayın. Sayfayı yenileyin veya kodu tarayın.",
  sent: "Gönderdim",
  confirming: [
    "Ödemeniz onaylanıyor",
    "Ağ genellikle birkaç dakikaya ihtiyaç duyar, gerisi otomatik olarak ilerler. Bu sayfayı kapatabilirsiniz.",
  ],
  keepCart: "Lütfen ödemeniz ulaşana kadar sepetinizi değiştirmeyin.",
  paidCartChanged: [
    "{price} tutarındaki ödemeniz bizde",
    "Sepetinizin tutarı şimdi {cart}. Siparişinizi almak için sepeti yeniden {price} tutarına getirin ya da mağazanın sizinle iletişime geçmesini bekleyin. Lütfen yeniden ödemeyin.",
  ],
  showAgain: "Adresi yeniden göster",
  timeLeft: "Kalan süre: {time}",
  timeUp:
    "Süre doldu. Artık hiçbir şey göndermeyin. Ödemeniz kontrol ediliyor…",
  changeCoin: "Başka bir kripto para seç",
  testPayment: "Test ödemesi: yalnızca test coin’leri gönderin.",
  openPaymentPage: "Ödeme sayfasına git",
  leftPaymentPage: "Ödeme sayfasından ayrıldınız",
  tryAgain: "Yeniden dene",
  payNewAmount: "Yeni tutarı öde",
  continue: "Devam et",
  backToStore: "Mağazaya dön",
  viewOrder: "Siparişi görüntüle",
  dismiss: "Gizle",
  reference: "Referans",
  unavailable:
    "Mağaza şu anda yanıt vermiyor. Bu sayfa otomatik olarak kontrol etmeye devam ediyor.",
  payHosted: "Ödeme sayfasında öde",
  changeWay: "Başka bir şekilde öde",
  payUntil: "Lütfen {time} tarihine kadar ödeyin.",
  receipt: "{time} tarihinde {coin} ile {price} ödendi.",
  underpaid: "{quoted} tutarından {sent} gönderdiniz, {missing} eksik.",
  duplicate:
    "{order} numaralı sipariş zaten ödenmişti, bu ikinci ödeme iade edilecek.",
  phases: {
    checking: ["Ödemeniz kontrol ediliyor", "Bu biraz zaman alabilir."],
    waiting: [
      "Ödemeniz bekleniyor",
      "Ödemeniz ulaştığında siparişiniz otomatik olarak verilir. Bu sayfayı kapatabilirsiniz.",
    ],
    placing_order: [
      "Ödeme alındı",
      "Siparişiniz veriliyor. Bu biraz zaman alabilir.",
    ],
    order_placed: ["Ödeme başarılı", "Siparişiniz verildi."],
    expired: [
      "Ödemenin süresi doldu",
      "Herhangi bir ödeme alınmadı. Bu ödeme için başka bir şey göndermeyin. Zaten gönderdiyseniz lütfen bekleyin. Ulaştığında otomatik olarak algılanır.",
    ],
    failed: [
      "Ödeme başarısız oldu",
      "Herhangi bir ödeme alınmadı. Bu ödeme için başka bir şey göndermeyin.",
    ],
    cart_changed: [
      "Fiyat değişti",
      "Bu ödeme artık fiyatla eşleşmiyor. Zaten ödediyseniz mağaza sizinle iletişime geçecek. Lütfen yeniden ödemeyin. Henüz ödemediyseniz yeni bir ödeme başlatın.",
    ],
    replaced: [
      "Bu ödemenin yerine yenisi başlatıldı",
      "Başka bir ödeme başlattınız. Bu ödeme için başka bir şey göndermeyin.",
    ],
    paid_otherwise: [
      "Sipariş zaten verildi",
      "Ödenecek bir şey kalmadı. Bu ödeme için başka bir şey göndermeyin.",
    ],
    order_canceled: [
      "Sipariş iptal edildi",
      "Zamanında ödeme alınmadığı için bu sipariş iptal edildi. Bu ödeme için başka bir şey göndermeyin.",
    ],
    attention: [
      "Ödemenizi aldık",
      "Mağazanın ödemeyi kontrol etmesi gerekiyor. Mağazaya bildirildi, sizinle iletişime geçecek. Bir şey yapmanız gerekmiyor. Lütfen yeniden ödemeyin.",
    ],
    resolved: [
      "Mağaza ödemenizle ilgilendi",
      "Sorularınız varsa mağazayla iletişime geçin.",
    ],
    unknown: [
      "Ödeme bulunamadı",
      "Siparişinizdeki bağlantıyı yeniden açın veya mağazayla iletişime geçin.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "{order} numaralı siparişiniz ödeme bekliyor",
      "Ödemeniz ulaştığında siparişiniz onaylanır. Bu sayfayı kapatabilirsiniz.",
    ],
  },
  payPage: {
    payable: [
      "{order} numaralı siparişinizi ödeyin",
      "Ödenecek tutar: {price}.",
    ],
    paid: ["{order} numaralı siparişiniz ödendi", "Ödenecek bir şey kalmadı."],
    canceled: [
      "{order} numaralı siparişiniz iptal edildi",
      "Lütfen hiçbir şey göndermeyin.",
    ],
    changed: [
      "Bu ödeme bağlantısı güncel değil",
      "{order} numaralı siparişiniz için hâlâ ödenecek bir tutar varsa mağazadan yeni bir bağlantı isteyin.",
    ],
    not_payable: [
      "Bu sipariş şu anda kripto ile ödenemiyor",
      "{order} numaralı siparişiniz için mağazayla iletişime geçin.",
    ],
  },
}
