import { defaultBrand, type BrandValues } from '@kitewise/texts/brand'

const setting = (name: keyof BrandValues): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? defaultBrand[name]

/**
 * The brand, passed to texts as values: `t('text', brand)` fills `{brand}`, `{supportEmail}` and so on. The server puts
 * it into index.html.
 */
export const brand: BrandValues = {
  brand: setting('brand'),
  company: setting('company'),
  postalAddress: setting('postalAddress'),
  supportEmail: setting('supportEmail'),
}

/** A `mailto:` link to support. */
export function supportMailto(subject: string): string {
  return `mailto:${brand.supportEmail}?subject=${encodeURIComponent(subject)}`
}
