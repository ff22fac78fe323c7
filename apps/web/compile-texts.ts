import compile from 'icu-minify/compile'

export type Texts = { [key: string]: string | Texts }
export type CompiledTexts = { [key: string]: ReturnType<typeof compile> | CompiledTexts }

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
