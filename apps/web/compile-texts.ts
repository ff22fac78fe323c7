import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Texts = { [key: string]: string | Texts }
type CompiledTexts = { [key: string]: ReturnType<typeof compile> | CompiledTexts }

/** @throws {Error} naming the key, when a message is no valid ICU */
export const compileTexts = (texts: Texts, path = ''): CompiledTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      const here = path === '' ? key : `${path}.${key}`
      if (typeof text !== 'string') return [key, compileTexts(text, here)]
      try {
        return [key, compile(text)]
      } catch (cause) {
        throw new Error(`"${here}" is not a valid ICU message: ${text}`, { cause })
      }
    }),
  )

/** Reads ICU messages when the app is built, so that a phone need not load the reader (8 kB) nor do its work. */
export const precompiledTexts = (): Plugin => ({
  name: 'precompiled-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/texts\/(web|consent)\/.+\.json$/ },
    handler: (json) => ({ code: JSON.stringify(compileTexts(JSON.parse(json))), map: null }),
  },
})
