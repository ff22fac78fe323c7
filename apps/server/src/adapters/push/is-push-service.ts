/**
 * Whether an address that a browser gave lies at a push service of the configuration. Nothing else is ever called: the address
 * comes from outside and would else lead our requests to machines that only we can reach. Source: security T42.
 * @param services origins; `https://*.name` also stands for every name below it
 */
export const isPushService = (address: string, services: readonly string[]): boolean => {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, host } = new URL(address)
  if (username !== '' || password !== '') return false
  return services.some((service) => {
    const [wantedProtocol, wantedHost = ''] = service.split('//')
    if (protocol !== wantedProtocol) return false
    return wantedHost.startsWith('*.') ? host.endsWith(wantedHost.slice(1)) : host === wantedHost
  })
}
