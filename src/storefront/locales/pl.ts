import type { CryptoPaymentTexts } from "./en"

export const pl: CryptoPaymentTexts = {
  pay: "Zapłać kryptowalutą",
  steps: ["Waluta", "Przelew", "Potwierdzenie", "Zamówienie"],
  starting: "Rozpoczynanie płatności…",
  startFailed: "Nie udało się rozpocząć płatności.",
  chooseCoin: "Wybierz kryptowalutę",
  search: "Szukaj",
  noMatch: "Nie znaleziono kryptowaluty.",
  loadingCoins: "Wczytywanie kryptowalut…",
  noCoins: "Ten sklep nie może teraz przyjąć kryptowalut.",
  coinsFailed: "Nie udało się wczytać kryptowalut.",
  showAddress: "Pokaż adres",
  amount: "Kwota",
  network: "Sieć",
  address: "Adres",
  exactAmount:
    "Wyślij dokładnie tę kwotę w {coin} i tylko w sieci {network}. Każda inna wpłata może przepaść.",
  copy: "Kopiuj",
  copied: "Skopiowano",
  qrCode: "Kod QR dla Twojego portfela",
  openWallet: "Otwórz w portfelu",
  codeWithAmount:
    "Kod zawiera adres i dokładną kwotę: {coin} w sieci {network}.",
  codeWithAddress:
    "Kod zawiera tylko adres. Wpisz kwotę samodzielnie i wybierz w portfelu {coin} w sieci {network}.",
  showAmountCode: "Pokaż kod z kwotą",
  showAddressCode: "Pokaż kod z samym adresem",
  addressDiffers:
    "Uwaga: skopiowano coś innego niż adres tej płatności. Nie płać. Odśwież stronę lub zeskanuj kod.",
  sent: "Wysłano przelew",
  confirming: [
    "Potwierdzanie płatności",
    "Sieć potrzebuje zwykle kilku minut, a reszta odbywa się automatycznie. Możesz zamknąć tę stronę.",
  ],
  keepCart: "Nie zmieniaj koszyka, dopóki Twoja płatność nie dotrze.",
  paidCartChanged: [
    "Mamy Twoją płatność w wysokości {price}",
    "Twój koszyk kosztuje teraz {cart}. Przywróć kwotę {price}, aby otrzymać zamówienie, albo poczekaj, aż sklep skontaktuje się z Tobą. Nie płać ponownie.",
  ],
  showAgain: "Pokaż adres ponownie",
  timeLeft: "Pozostały czas: {time}",
  timeUp: "Czas minął. Nie wysyłaj już niczego. Sprawdzanie płatności…",
  changeCoin: "Wybierz inną kryptowalutę",
  testPayment: "Płatność testowa: wysyłaj tylko monety testowe.",
  openPaymentPage: "Przejdź na stronę płatności",
  leftPaymentPage: "Opuszczono stronę płatności",
  tryAgain: "Spróbuj ponownie",
  payNewAmount: "Zapłać nową kwotę",
  continue: "Kontynuuj",
  backToStore: "Wróć do sklepu",
  viewOrder: "Zobacz zamówienie",
  dismiss: "Ukryj",
  reference: "Numer płatności",
  unavailable:
    "Sklep teraz nie odpowiada. Ta strona nadal sprawdza automatycznie.",
  payHosted: "Zapłać na stronie płatności",
  changeWay: "Zapłać w inny sposób",
  payUntil: "Zapłać do {time}.",
  receipt: "Zapłacono {price} ({coin}), {time}.",
  underpaid: "Wysłano {sent} z {quoted}, brakuje {missing}.",
  duplicate:
    "Zamówienie {order} było już opłacone, ta druga płatność zostanie zwrócona.",
  phases: {
    checking: ["Sprawdzanie płatności", "To może chwilę potrwać."],
    waiting: [
      "Czekamy na Twoją płatność",
      "Zamówienie zostanie złożone automatycznie, gdy płatność dotrze. Możesz zamknąć tę stronę.",
    ],
    placing_order: [
      "Płatność otrzymana",
      "Składamy Twoje zamówienie. To może chwilę potrwać.",
    ],
    order_placed: [
      "Płatność zakończona powodzeniem",
      "Twoje zamówienie zostało złożone.",
    ],
    expired: [
      "Płatność wygasła",
      "Nie otrzymaliśmy płatności. Nie wysyłaj już niczego w ramach tej płatności. Jeśli przelew został już wysłany, poczekaj. Zostanie wykryty automatycznie, gdy dotrze.",
    ],
    failed: [
      "Płatność nie powiodła się",
      "Nie otrzymaliśmy płatności. Nie wysyłaj już niczego w ramach tej płatności.",
    ],
    cart_changed: [
      "Cena się zmieniła",
      "Ta płatność już jej nie odpowiada. Jeśli pieniądze zostały już wysłane, sklep skontaktuje się z Tobą. Nie płać ponownie. W przeciwnym razie rozpocznij nową płatność.",
    ],
    replaced: [
      "Ta płatność została zastąpiona",
      "Rozpoczęto inną płatność. Nie wysyłaj już niczego w ramach tej płatności.",
    ],
    paid_otherwise: [
      "Zamówienie zostało już złożone",
      "Nie ma już nic do zapłaty. Nie wysyłaj już niczego w ramach tej płatności.",
    ],
    order_canceled: [
      "Zamówienie anulowane",
      "To zamówienie zostało anulowane, ponieważ płatność nie dotarła na czas. Nie wysyłaj już niczego w ramach tej płatności.",
    ],
    attention: [
      "Otrzymaliśmy Twoją płatność",
      "Sklep musi ją sprawdzić. Został powiadomiony i skontaktuje się z Tobą. Nie musisz nic robić. Nie płać ponownie.",
    ],
    resolved: [
      "Sklep zajął się Twoją płatnością",
      "Jeśli masz pytania, skontaktuj się ze sklepem.",
    ],
    unknown: [
      "Nie znaleziono płatności",
      "Otwórz ponownie link z zamówienia lub skontaktuj się ze sklepem.",
    ],
  },
  unpaidOrder: {
    waiting: [
      "Twoje zamówienie {order} czeka na płatność",
      "Zamówienie zostanie potwierdzone, gdy płatność dotrze. Możesz zamknąć tę stronę.",
    ],
  },
  payPage: {
    payable: ["Zapłać za zamówienie {order}", "Do zapłaty: {price}."],
    paid: [
      "Twoje zamówienie {order} jest opłacone",
      "Nie ma już nic do zapłaty.",
    ],
    canceled: [
      "Twoje zamówienie {order} jest anulowane",
      "Nie wysyłaj niczego.",
    ],
    changed: [
      "Ten link do płatności jest nieaktualny",
      "Jeśli za zamówienie {order} jest jeszcze coś do zapłaty, poproś sklep o nowy link.",
    ],
    not_payable: [
      "Tego zamówienia nie można teraz opłacić kryptowalutą",
      "Skontaktuj się ze sklepem w sprawie zamówienia {order}.",
    ],
  },
}
