import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StripeBooks } from './stripe-books.ts'

type Visit = {
  request: IncomingMessage
  response: ServerResponse
  body: string
  /** Resolves when the payment's events have been delivered. */
  settle: () => Promise<void>
}

const page = (
  message: string,
  cancelUrl: string | null,
) => `<!doctype html><html lang="en"><title>Stripe-shaped checkout</title>
<h1>Checkout</h1><p role="status">${message}</p>
<form method="post"><label>Card number <input name="card" inputmode="numeric"></label><button>Pay</button></form>${cancelUrl === null ? '' : `<a href="${cancelUrl}">Leave without paying</a>`}</html>`

const sendPage = (response: ServerResponse, status: number, message: string, cancelUrl: string | null = null) => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(page(message, cancelUrl))
}

/**
 * The hosted page: a form with a card number. 4242 4242 4242 4242 pays and redirects to the shop; others are declined.
 */
export async function answerPage(books: StripeBooks, { request, response, body, settle }: Visit): Promise<void> {
  const id = (request.url ?? '').split('/').pop() ?? ''
  const session = books.sessions.get(id)
  if (session?.status !== 'open') return sendPage(response, 404, 'This checkout is over.')
  if (request.method !== 'POST') return sendPage(response, 200, 'Enter a test card.', session.cancel_url)
  const card = (new URLSearchParams(body).get('card') ?? '').replaceAll(' ', '')
  if (card !== '4242424242424242') return sendPage(response, 200, 'Your card was declined.', session.cancel_url)
  books.pay(id)
  await settle()
  response.writeHead(303, { location: session.success_url.replace('{CHECKOUT_SESSION_ID}', id) })
  response.end()
}
