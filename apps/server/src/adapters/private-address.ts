/** `localhost`, its subdomains, 127.0.0.0/8 and ::1. */
export function isLoopback(url: string): boolean {
  const host = hostOf(url)
  return host === '[::1]' || /^(.+\.)?localhost$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host)
}

const privateNames = /^[^.[\]]+$|\.(?:local|lan|internal|home\.arpa)$/
const privateNumbers = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)[\d.]+$|^\[f[cd]/

/** An address that only this machine or the operator's network reaches; includes service names like `http://ollama:11434`. */
export function isPrivateAddress(url: string): boolean {
  const host = hostOf(url)
  return host !== '' && (isLoopback(url) || privateNames.test(host) || privateNumbers.test(host))
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url.replace(/^[a-z]+:/i, 'http:')).hostname : '')
