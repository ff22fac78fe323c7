import type { CallInput, Reply } from './call-server.ts'
import type { TestServer } from './start-test-server.ts'

/** A browser: keeps cookies between calls. */
export function openBrowser(server: TestServer) {
  const cookies = new Map<string, string>()
  const call = async (...[target, input = {}]: [Parameters<TestServer['call']>[0], CallInput?]) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // The call's overloads can't be told apart here.
    const reply = (await server.call(target as 'me', {
      ...input,
      headers: { ...(cookie !== '' && { cookie }), ...input.headers },
    })) as Reply<unknown>
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }
  return { call: call as TestServer['call'], cookies }
}
