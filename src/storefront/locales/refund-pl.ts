import type { CryptoRefundTexts } from "./refund-en"

export const pl: CryptoRefundTexts = {
  order: "Zamówienie",
  amount: "Otrzymasz",
  network: "Sieć",
  address: "Adres",
  tag: "Tag lub memo",
  tagHint:
    "Giełda podaje je razem z adresem; monety wysłane bez niego przepadają. Zostaw puste, jeśli to własny portfel.",
  noTag: "Brak",
  asEntered: "Wpisany adres",
  transaction: "Transakcja",
  yourAddress: "Twój adres {coin} w sieci {network}",
  enterUntil: "Podaj go do {time}.",
  check: "Sprawdź adres",
  checking: "Sprawdzanie…",
  missing: "Podaj adres.",
  refused: "Nie można użyć tego adresu.",
  typingError:
    "Zawiera literówkę lub nie należy do sieci {network}. Skopiuj go ze swojego portfela.",
  otherNetwork:
    "Należy do innej sieci: {found}. Skopiuj ze swojego portfela adres sieci {network}.",
  unknownForm:
    "Adres ma od 10 do 128 liter i cyfr. Skopiuj go ze swojego portfela.",
  storeAddress:
    "To adres sklepu, na który wpłynęła płatność. Podaj adres własnego portfela.",
  tagAlone: "To sam tag lub memo. Wpisz adres, a tag lub memo w osobnym polu.",
  wrongTag:
    "Tag lub memo nie pasuje do sieci {network} albo różni się od podanego w adresie.",
  warning:
    "Przelewów nie można cofnąć. Monety przepadną, jeśli Twój portfel nie odbiera {coin} w sieci {network} pod tym adresem.",
  unchecked:
    "Sklep nie może sprawdzać adresów tej sieci, więc literówka nie zostanie zauważona.",
  confirm: "Potwierdź adres",
  saving: "Zapisywanie…",
  change: "Podaj inny adres",
  askToChange:
    "Adres jest błędny? Skontaktuj się ze sklepem, zanim wyśle on monety.",
  noAnswer: "Sklep teraz nie odpowiada. Spróbuj ponownie.",
  unavailable:
    "Sklep teraz nie odpowiada. Ta strona nadal sprawdza automatycznie.",
  back: "Wróć do sklepu",
  copy: "Kopiuj",
  copied: "Skopiowano",
  steps: {
    loading: ["Wczytywanie zwrotu", "To może chwilę potrwać."],
    enter: [
      "Twój zwrot",
      "Sklep zwraca Ci {price}. Podaj adres portfela, na który mają trafić środki.",
      "Sklep odsyła Ci monety. Podaj adres portfela, na który mają trafić.",
    ],
    enter_surplus: [
      "Twój zwrot",
      "Wysłano więcej monet, niż było do zapłaty. Sklep zwraca nadwyżkę, która w chwili płatności była warta {price}. Podaj adres portfela, na który ma trafić.",
      "Wysłano więcej monet, niż było do zapłaty. Sklep zwraca nadwyżkę. Podaj adres portfela, na który ma trafić.",
    ],
    review: [
      "Sprawdź adres",
      "Porównaj każdy znak z adresem w swoim portfelu. Nic nie zostanie zapisane, dopóki nie potwierdzisz.",
    ],
    address_entered: [
      "Twój adres został zapisany",
      "Sklep jeszcze nie wysłał monet. Gdy zostaną wysłane, zobaczysz to na tej stronie.",
    ],
    sent: [
      "Zwrot został wysłany",
      "Portfel pokaże monety, gdy sieć potwierdzi transakcję.",
    ],
    expired: [
      "Ten link do zwrotu wygasł",
      "Adres nie został podany na czas. Poproś sklep o nowy link.",
    ],
    unknown: [
      "Ten link do zwrotu jest nieprawidłowy",
      "Być może jest niepełny albo sklep go zastąpił lub wycofał. Otwórz najnowszy link lub skontaktuj się ze sklepem.",
    ],
  },
}
