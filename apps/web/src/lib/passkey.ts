/** What the server asks a passkey for, or what a passkey answers, as JSON that the browser reads and writes. */
type PasskeyJson = Record<string, unknown>

const answerOf = (credential: Credential | null): PasskeyJson => ({ ...(credential as PublicKeyCredential).toJSON() })

/** Has the browser create a passkey. @throws DOMException `NotAllowedError` when its dialog was closed */
export async function createPasskey(options: PasskeyJson): Promise<PasskeyJson> {
  // The server has made the options as the browser reads them.
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return answerOf(
    await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json) }),
  )
}

/** Has the browser answer with a passkey. @throws DOMException `NotAllowedError` when its dialog was closed */
export async function answerWithPasskey(options: PasskeyJson): Promise<PasskeyJson> {
  // The server has made the options as the browser reads them.
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return answerOf(await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json) }))
}
