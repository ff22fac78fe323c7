import { listedPaths, screens } from '@kitewise/contract/screens'

/** `screen`: the web app shows it. `file`: nothing but a file could be there. `unknown`: the web app shows that there is nothing. */
export type AddressKind = 'screen' | 'file' | 'unknown'

/** Like the router of the web app: without regard to case and to a slash at the end. */
const patterns = Object.values(screens).map((pattern) => {
  const source = pattern.replace(/\/$/, '').replace(/\/\*$/, '(/.*)?').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`, 'i')
})

/** Addresses of the server itself: what is missing there is no screen. */
const ownAddresses = /^\/(api|static|covers|dev|u|livez|readyz|metrics)(\/|$)/i

/** A dot in the last segment, or at the beginning of any. */
const fileName = /\.[^/]*$|\/\./

const pathOf = (url: string): string => {
  const [path = ''] = url.split('?')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What can be at an address that no route and no file of the build has answered. */
export const findAddress = (url: string): AddressKind => {
  const path = pathOf(url)
  if (ownAddresses.test(path) || fileName.test(path)) return 'file'
  return patterns.some((pattern) => pattern.test(path)) ? 'screen' : 'unknown'
}

/** Whether search engines may list the screen at this address. */
export const isListed = (url: string): boolean => listedPaths.includes(pathOf(url))
