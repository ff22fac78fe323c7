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
  return fill(text, values)
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  )

const notable: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (value: string): string => value.replaceAll(/[&<>"']/g, (mark) => notable[mark] ?? '')

/** Escapes the values for HTML text and quoted attributes. */
export function fillInHtml(html: string, values: Readonly<Record<string, string>>): string {
  return fill(html, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escape(value)])))
}
