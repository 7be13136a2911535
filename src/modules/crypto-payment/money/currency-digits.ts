/**
 * Digits after the decimal point of the active ISO 4217 currencies. `Intl` is
 * not used: its table is CLDR's, which follows cash habits (0 digits for ISK,
 * HUF or IQD depending on the release) where ISO 4217 is the contract.
 */
const codesByDigits: Readonly<Record<number, string>> = {
  0: "bif clp djf gnf isk jpy kmf krw pyg rwf ugx uyi vnd vuv xaf xof xpf",
  2:
    "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bmd bnd bob bov " +
    "brl bsd btn bwp byn bzd cad cdf che chf chw cny cop cou crc cup cve czk " +
    "dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl " +
    "htg huf idr ils inr irr jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl " +
    "mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn mxv myr mzn nad ngn nio " +
    "nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek " +
    "sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt top try ttd twd tzs " +
    "uah usd usn uyu uzs ved ves wst xcd xcg yer zar zmw zwg",
  3: "bhd iqd jod kwd lyd omr tnd",
  4: "clf uyw",
}

const digitsByCode = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(" ").map((code): [string, number] => [code, Number(digits)])
  )
)

/**
 * Digits after the decimal point of an ISO 4217 currency, in either case;
 * undefined for a code that is none (a coin, for example).
 */
export function currencyDigits(currencyCode: string): number | undefined {
  return digitsByCode.get(currencyCode.toLowerCase())
}
