import { type Form, textAt } from './parse-form.ts'
import { type ApiAnswer, invalid, listOf, missing, ok } from './stripe-answers.ts'
import type { StripeBooks } from './stripe-books.ts'
import { stripeId, type StripeCustomer } from './stripe-objects.ts'

/** The calls that only a shop for companies makes; null for any other. */
export const answerCompany = (
  books: StripeBooks,
  { method, path }: { method: string; path: string },
  form: Form,
): ApiAnswer | null => {
  const [, , first = '', id = '', third = '', fourth = ''] = path.split('/')
  if (first === 'customers' && third === 'tax_ids')
    return answerTaxIds(books, method, { customer: id, id: fourth, form })
  if (method !== 'POST') return null
  if (first === 'invoices') {
    const sent = books.sendInvoice(id)
    return sent ? ok(sent) : missing('invoice', id)
  }
  if (id !== '') return null
  if (first === 'customers') return createCustomer(books, form)
  return first === 'subscriptions' ? createSubscription(books, form) : null
}

const createSubscription = (books: StripeBooks, form: Form): ApiAnswer => {
  const price = books.prices.get(textAt(form, 'items', '0', 'price') ?? '')
  if (!price) return missing('price', textAt(form, 'items', '0', 'price') ?? '')
  if (textAt(form, 'collection_method') !== 'send_invoice') return invalid('This customer has no payment method.')
  const sold = {
    price,
    quantity: Number(textAt(form, 'items', '0', 'quantity') ?? 1),
    trialDays: 0,
    hasTax: false,
    promotionCode: null,
    metadata: { reference: textAt(form, 'metadata', 'reference') ?? '' },
  }
  return ok(books.beginInvoiced(textAt(form, 'customer') ?? '', sold, Number(textAt(form, 'days_until_due') ?? 30)))
}

const createCustomer = (books: StripeBooks, form: Form): ApiAnswer => {
  const id = stripeId('cus')
  const made: StripeCustomer = {
    id,
    object: 'customer',
    email: null,
    invoice_settings: { default_payment_method: null },
    livemode: false,
  }
  books.customers.set(id, made)
  return updateCustomer(books, id, form)
}

type TaxIdCall = { customer: string; id: string; form: Form }

/** Only an ID that begins with two letters is accepted. */
const answerTaxIds = (books: StripeBooks, method: string, { customer, id, form }: TaxIdCall): ApiAnswer => {
  if (method === 'GET') return listOf(books.taxIds.filter((one) => one.customer === customer))
  if (method === 'DELETE') {
    const at = books.taxIds.findIndex((one) => one.id === id)
    if (at === -1) return missing('tax_id', id)
    books.taxIds.splice(at, 1)
    return ok({ id, object: 'tax_id', deleted: true })
  }
  const value = textAt(form, 'value') ?? ''
  if (!/^[A-Z]{2}/.test(value)) return invalid('Invalid value for eu_vat.', 'value')
  const made = { id: stripeId('txi'), customer, type: textAt(form, 'type') ?? '', value }
  books.taxIds.push(made)
  return ok({ ...made, object: 'tax_id' })
}

export const updateCustomer = (books: StripeBooks, id: string, form: Form): ApiAnswer => {
  const customer = books.customers.get(id)
  if (!customer) return missing('customer', id)
  customer.email = textAt(form, 'email') ?? customer.email
  customer.name = textAt(form, 'name') ?? customer.name ?? null
  const country = textAt(form, 'address', 'country')
  if (country !== null) customer.address = { country }
  if (textAt(form, 'invoice_settings', 'custom_fields') === '') customer.invoice_settings.custom_fields = null
  const fields = [0, 1].flatMap((index) => {
    const place = ['invoice_settings', 'custom_fields', String(index)]
    const name = textAt(form, ...place, 'name')
    return name === null ? [] : [{ name, value: textAt(form, ...place, 'value') ?? '' }]
  })
  if (fields.length > 0) customer.invoice_settings.custom_fields = fields
  books.emit('customer.updated', customer)
  return ok(customer)
}
