/** Old browsers have passkeys without the functions for their JSON; here they can't use them. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential
}

/** Few visitors have a passkey, so its code loads on use, after what learners load anyway. */
export const loadPasskeys = () => import('./passkey.ts')
