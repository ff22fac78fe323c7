/**
 * How many digits after the point the minor unit of a currency has (ISO 4217, 2026), for those without two. A machine's own data may
 * differ: it rounds some currencies that hardly anybody counts in minor units, which would change what is charged.
 */
const digits: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
}

/** Those in use that have two digits. Split on use: the app knows no list of currencies. */
const usual =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK ' +
  'DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP ' +
  'LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD ' +
  'RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD ' +
  'XCG YER ZAR ZMW ZWG'

/** @param code ISO 4217, in any case */
export function isCurrency(code: string): boolean {
  const capitals = code.toUpperCase()
  return usual.split(' ').includes(capitals) || capitals in digits
}

/** Digits after the point: 2 for usd, 0 for jpy, 3 for kwd. */
export function currencyDigits(code: string): number {
  return digits[code.toUpperCase()] ?? 2
}

/** How many minor units make one of the currency: 100 for usd, 1 for jpy, 1000 for kwd. */
export function minorUnitsOf(code: string): number {
  return 10 ** currencyDigits(code)
}

/** An amount in minor units as text of a locale. Throws a RangeError for a malformed code. */
export function moneyText(minorUnits: number, currency: string, locale: string): string {
  const fraction = currencyDigits(currency)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: fraction,
    maximumFractionDigits: fraction,
  }).format(minorUnits / minorUnitsOf(currency))
}
