import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const origin = 'http://localhost:3000'

/**
 * A mock API. A test sets the responses: `api.use(http.get('/api/…', () => answer({ … })))`. An unmocked call is an
 * error, so no test uses the network. No address is of an organization.
 */
export const api = setupServer(
  http.post(`${origin}/api/organization-sign-in/find`, () => answer({ organization: null })),
)

/** `at('/api/courses/{id}')` is the address of a contract call, for msw. */
export function at(path: string): string {
  return origin + path.replace(/\{(\w+)\}/g, ':$1')
}

/** A successful response, wrapped as the API does. */
export function answer(data: object, status = 200) {
  return HttpResponse.json({ data }, { status })
}

/** A refusal in the API's format. */
export function refusal(status: number, name: string, message = name, headers: Record<string, string> = {}) {
  return HttpResponse.json({ data: null, error: { status, name, message } }, { status, headers })
}

export { http }
