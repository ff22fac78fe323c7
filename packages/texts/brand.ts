/** Values for `{{brand}}`, `{{company}}`, `{{postalAddress}}` and `{{supportEmail}}`. */
export type BrandValues = { brand: string; company: string; postalAddress: string; supportEmail: string }

export const defaultBrand: BrandValues = {
  brand: 'Kitewise',
  company: 'Kitewise Learning Ltd',
  postalAddress: '1 Example Street, 1010 Nicosia, Cyprus',
  supportEmail: 'support@kitewise.example',
}

/** Unknown placeholders stay. The caller escapes the values for HTML. */
export function fillBrand(text: string, values: BrandValues): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof BrandValues] : place,
  )
}

const notable: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (value: string): string => value.replaceAll(/[&<>"']/g, (mark) => notable[mark] ?? '')

/** Escapes the values for HTML text and quoted attributes. */
export function fillBrandInHtml(html: string, { brand, company, postalAddress, supportEmail }: BrandValues): string {
  return fillBrand(html, {
    brand: escape(brand),
    company: escape(company),
    postalAddress: escape(postalAddress),
    supportEmail: escape(supportEmail),
  })
}
