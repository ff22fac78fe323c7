const setting = (value: string | undefined, fallback: string): string =>
  value === undefined || value === '' ? fallback : value

/** Who we are, handed to texts as values: `t('text', brand)` fills `{brand}`, `{supportEmail}` and so on. Set when the app is built. */
export const brand = {
  brand: setting(import.meta.env.BRAND_NAME, 'Kitewise'),
  company: setting(import.meta.env.BRAND_COMPANY, 'Kitewise Learning Ltd'),
  postalAddress: setting(import.meta.env.BRAND_ADDRESS, '1 Example Street, 1010 Nicosia, Cyprus'),
  supportEmail: setting(import.meta.env.SUPPORT_EMAIL, 'support@kitewise.example'),
}

/** An address that opens the visitor's mail client. */
export const supportMailto = (subject: string): string =>
  `mailto:${brand.supportEmail}?subject=${encodeURIComponent(subject)}`
