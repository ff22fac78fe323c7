export type ApiAnswer = { status: number; body: object }

export const ok = (body: object): ApiAnswer => ({ status: 200, body })

export const refuse = (
  status: number,
  error: { type: string; message: string; code?: string; param?: string },
): ApiAnswer => ({
  status,
  body: { error },
})

export const missing = (what: string, id: string): ApiAnswer =>
  refuse(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${what}: '${id}'`,
  })

export const invalid = (message: string, param?: string): ApiAnswer =>
  refuse(400, { type: 'invalid_request_error', message, ...(param ? { param } : {}) })

export const listOf = (data: object[]): ApiAnswer => ok({ object: 'list', has_more: false, data })
