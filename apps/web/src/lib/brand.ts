import { defaultBrand, type BrandValues } from '@kitewise/texts/brand'

const setting = (name: keyof BrandValues): string =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? defaultBrand[name]

/** Passed to texts as values: `t('text', brand)`. The server puts it into index.html. */
export const brand: BrandValues = {
  brand: setting('brand'),
  company: setting('company'),
  postalAddress: setting('postalAddress'),
  supportEmail: setting('supportEmail'),
}

export function supportMailto(subject: string): string {
  return `mailto:${brand.supportEmail}?subject=${encodeURIComponent(subject)}`
}
