import { createContext, type ReactNode, use, useMemo } from 'react'
import { matchRoute, type Parser, Router as Wouter, type RouterOptions } from 'wouter'

/**
 * What the app adds to wouter: a history whose entries have a state and a key, and addresses outside of components. The
 * history behind it is `app-history.ts`, in tests `test-support/memory-router.tsx`.
 */
export type Path = { pathname: string; search: string; hash: string }

/** `state` is what the navigation brought along; `key` names the history's entry, `default` for the first. */
export type Location = Path & { state: unknown; key: string }

/** How the history arrived at the location. */
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

/** What moves. `path` is complete. */
export type Navigator = {
  push: (path: string, state?: unknown) => void
  replace: (path: string, state?: unknown) => void
  go: (delta: number) => void
}

type History = { location: Location; action: NavigationType; navigator: Navigator }

const HistoryContext = createContext<History | null>(null)

export function useHistory(): History {
  const history = use(HistoryContext)
  if (history === null) throw new Error('This needs a Router around it.')
  return history
}

type NavigateOptions = { replace?: boolean; state?: unknown }

const useAddress = (): [string, (path: string, options?: NavigateOptions) => void] => {
  const { location, navigator } = useHistory()
  return [location.pathname, (path, { replace, state } = {}) => navigator[replace ? 'replace' : 'push'](path, state)]
}

/** wouter decodes a query before `URLSearchParams` does, so `%2541` would become `A`. */
const useQuery = (): string => useHistory().location.search.replaceAll('%', '%25')

export function Router({ location, action, navigator, children }: History & { children: ReactNode }) {
  const history = useMemo(() => ({ location, action, navigator }), [location, action, navigator])
  return (
    <HistoryContext value={history}>
      <Wouter {...options}>{children}</Wouter>
    </HistoryContext>
  )
}

const sourceOf = (pattern: string): string =>
  `^${pattern.replaceAll(/:\w+/g, '([^/]+)').replace(/\/?\*$/, '(?:/.*)?')}/?$`

/** wouter leaves `%2F` and the like. A malformed escape stays as it is. */
const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const parsed = new Map<string, ReturnType<Parser>>()

/** `:name` is one segment, `/*` any rest, or none. The case and a slash at the end don't matter. */
const parser: Parser = (pattern) => {
  const known = parsed.get(pattern) ?? parse(pattern)
  parsed.set(pattern, known)
  return known
}

const parse = (pattern: string): ReturnType<Parser> => {
  const source = new RegExp(sourceOf(pattern), 'i')
  return {
    keys: Array.from(pattern.matchAll(/:(\w+)/g), ([, name = '']) => name),
    pattern: {
      exec: (pathname) => {
        const found = source.exec(pathname)
        return found && Object.assign(found, found.map(decode))
      },
    },
  }
}

/** For a route around several screens. */
export function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map(sourceOf).join('|'), 'i')
}

const options: RouterOptions = { hook: useAddress, searchHook: useQuery, parser }

/** @returns the values of the pattern's `:names`, or null if the address is another one */
export function matchPath(pattern: string, pathname: string): { readonly [name: string]: string | undefined } | null {
  return matchRoute(parser, pattern, pathname)[1]
}
