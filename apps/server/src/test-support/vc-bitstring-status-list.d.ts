/** The package has no types. Only what our tests use. */
declare module '@digitalbazaar/vc-bitstring-status-list' {
  export function checkStatus(options: {
    credential: object
    documentLoader: (url: string) => Promise<{ document: unknown }>
    verifyBitstringStatusListCredential: false
  }): Promise<{ verified: boolean; error?: Error; results?: { verified: boolean; status: boolean }[] }>
  export function decodeList(options: {
    encodedList: string
  }): Promise<{ length: number; getStatus: (index: number) => boolean }>
}
