/** What texts call the operator of the product: `{{brand}}`, `{{company}}`, `{{postalAddress}}` and `{{supportEmail}}`. */
export type BrandValues = { brand: string; company: string; postalAddress: string; supportEmail: string }

export const defaultBrand: BrandValues = {
  brand: 'Kitewise',
  company: 'Kitewise Learning Ltd',
  postalAddress: '1 Example Street, 1010 Nicosia, Cyprus',
  supportEmail: 'support@kitewise.example',
}

/** Puts values where a text says `{{name}}`; other places stay as they are. The caller escapes values for HTML. */
export const fillBrand = (text: string, values: BrandValues): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof BrandValues] : place,
  )

const notable: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (value: string): string => value.replaceAll(/[&<>"']/g, (mark) => notable[mark] ?? '')

/** The page with the brand filled in, as text or inside quotes. */
export const fillBrandInHtml = (html: string, { brand, company, postalAddress, supportEmail }: BrandValues): string =>
  fillBrand(html, {
    brand: escape(brand),
    company: escape(company),
    postalAddress: escape(postalAddress),
    supportEmail: escape(supportEmail),
  })
