/** Path and query of an address of the app, for pages that stay on the origin where they were opened. */
export const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address)
  return pathname + search
}
