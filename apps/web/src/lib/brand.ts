const setting = (value: string | undefined, fallback: string): string =>
  value === undefined || value === '' ? fallback : value

/** Who we are, handed to texts as values: `t('text', brand)` fills `{brand}` and `{supportEmail}`. Set when the app is built. */
export const brand = {
  brand: setting(import.meta.env.BRAND_NAME, 'Kitewise'),
  supportEmail: setting(import.meta.env.SUPPORT_EMAIL, 'support@kitewise.example'),
}

/** An address that opens the visitor's mail client. */
export const supportMailto = (subject: string): string =>
  `mailto:${brand.supportEmail}?subject=${encodeURIComponent(subject)}`
