/** What the server asks a passkey for, as JSON that the browser reads. */
type Options = Record<string, unknown>

/** A passkey's answer, as JSON for the server. */
type Answer = Record<string, unknown>

/** What went wrong in the browser's passkey dialog, by the name of its error. */
const sentences: Record<string, string> = {
  NotAllowedError: 'The passkey dialog was closed, or timed out.',
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError: 'Passkeys don’t work at this address. Open the desk at the address of the product.',
}

const tooOld = 'This browser can’t use passkeys here. Update it, or sign in with a recovery code in the meantime.'

const ask = async (
  reads: 'parseCreationOptionsFromJSON' | 'parseRequestOptionsFromJSON',
  dialog: () => Promise<Credential | null>,
): Promise<Answer> => {
  if (typeof PublicKeyCredential === 'undefined' || !(reads in PublicKeyCredential)) throw new Error(tooOld)
  try {
    return { ...((await dialog()) as PublicKeyCredential).toJSON() }
  } catch (error) {
    const { name } = error as Error
    throw name in sentences ? new Error(sentences[name]) : error
  }
}

/** Has the browser create a passkey. @throws Error with a sentence, also when the dialog was closed */
export function createPasskey(options: Options): Promise<Answer> {
  return ask('parseCreationOptionsFromJSON', () =>
    navigator.credentials.create({
      // The server has made it as the browser reads it.
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(
        options as unknown as PublicKeyCredentialCreationOptionsJSON,
      ),
    }),
  )
}

/** Has the browser answer with a passkey. @throws Error with a sentence, also when the dialog was closed */
export function answerWithPasskey(options: Options): Promise<Answer> {
  return ask('parseRequestOptionsFromJSON', () =>
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      ),
    }),
  )
}
