import type { CryptoRefundTexts } from "./refund-en"

export const tr: CryptoRefundTexts = {
  order: "Sipariş",
  amount: "Alacağınız tutar",
  network: "Ağ",
  address: "Adres",
  tag: "Etiket veya memo",
  tagHint:
    "Borsalar bunu adresle birlikte verir; onsuz gönderilen coinler kaybolur. Kendi cüzdanınız için boş bırakın.",
  noTag: "Yok",
  asEntered: "Girdiğiniz adres",
  transaction: "İşlem",
  yourAddress: "{network} ağındaki {coin} adresiniz",
  enterUntil: "Adresi {time} tarihine kadar girin.",
  check: "Adresi kontrol et",
  checking: "Kontrol ediliyor…",
  missing: "Bir adres girin.",
  refused: "Bu adres kullanılamaz.",
  typingError:
    "Yazım hatası içeriyor veya {network} ağına ait değil. Cüzdanınızdan kopyalayın.",
  otherNetwork:
    "Başka bir ağa ait: {found}. Cüzdanınızdan {network} için bir adres kopyalayın.",
  unknownForm:
    "Bir adres 10 ile 128 arasında harf ve rakamdan oluşur. Cüzdanınızdan kopyalayın.",
  storeAddress:
    "Bu, ödeme yaptığınız mağazanın kendi adresi. Kendi cüzdanınızın bir adresini girin.",
  tagAlone:
    "Bu yalnızca bir etiket veya memo. Adresi girin, etiketi veya memoyu kendi alanına yazın.",
  wrongTag:
    "Etiket veya memo {network} için geçerli değil ya da adrestekinden farklı.",
  warning:
    "Transferler geri alınamaz. Cüzdanınız bu adreste {network} ağı üzerinden {coin} alamıyorsa coin’ler kaybolur.",
  unchecked:
    "Mağaza bu ağdaki adresleri kontrol edemez, bu nedenle bir yazım hatası fark edilmez.",
  confirm: "Adresi onayla",
  saving: "Kaydediliyor…",
  change: "Başka bir adres gir",
  askToChange:
    "Adres yanlış mı? Mağaza göndermeden önce mağazayla iletişime geçin.",
  noAnswer: "Mağaza şu anda yanıt vermiyor. Yeniden deneyin.",
  unavailable:
    "Mağaza şu anda yanıt vermiyor. Bu sayfa otomatik olarak kontrol etmeye devam ediyor.",
  back: "Mağazaya dön",
  copy: "Kopyala",
  copied: "Kopyalandı",
  steps: {
    loading: ["İadeniz yükleniyor", "Bu biraz zaman alabilir."],
    enter: [
      "İadeniz",
      "Mağaza size {price} iade ediyor. İadeyi alacak cüzdanın adresini girin.",
      "Mağaza size coin’leri geri gönderiyor. Bunları alacak cüzdanın adresini girin.",
    ],
    enter_surplus: [
      "İadeniz",
      "Gerekenden fazla coin gönderdiniz. Mağaza, ödediğiniz sırada {price} değerinde olan fazlalığı iade ediyor. Fazlalığı alacak cüzdanın adresini girin.",
      "Gerekenden fazla coin gönderdiniz. Mağaza fazlalığı iade ediyor. Fazlalığı alacak cüzdanın adresini girin.",
    ],
    review: [
      "Adresi kontrol edin",
      "Her karakteri cüzdanınızdaki adresle karşılaştırın. Siz onaylayana kadar hiçbir şey kaydedilmez.",
    ],
    address_entered: [
      "Adresiniz kaydedildi",
      "Mağaza coin’leri henüz göndermedi. Gönderildiğinde bu sayfada görürsünüz.",
    ],
    sent: [
      "İadeniz gönderildi",
      "Ağ işlemi onayladığında coin’ler cüzdanınızda görünür.",
    ],
    expired: [
      "Bu iade bağlantısının süresi doldu",
      "Zamanında adres girilmedi. Mağazadan yeni bir bağlantı isteyin.",
    ],
    unknown: [
      "Bu iade bağlantısı geçerli değil",
      "Eksik olabilir ya da mağaza bağlantıyı değiştirmiş veya geri çekmiş olabilir. En son bağlantıyı açın veya mağazayla iletişime geçin.",
    ],
  },
}
