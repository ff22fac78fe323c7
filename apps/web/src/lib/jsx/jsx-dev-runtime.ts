/** What jsx-runtime.ts does, for the development server and for tests, where React also knows the place in the source. */

import * as react from 'react/jsx-dev-runtime'
import { forTranslators } from './jsx-runtime.ts'

export { Fragment, type JSX } from './jsx-runtime.ts'

type Props = Parameters<typeof forTranslators>[1]

/** @returns an element of which React makes no text node */
export const jsxDEV: typeof react.jsxDEV = (type, props, key, isStatic, ...source) => {
  const own = forTranslators(type, props as Props)
  return react.jsxDEV(type, own, key, isStatic && Array.isArray(own.children), ...source)
}
