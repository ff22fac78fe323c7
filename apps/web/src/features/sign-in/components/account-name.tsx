/** Unseen: tells password managers whose PIN the form is about. */
export const AccountName = ({ email }: { email: string }) => (
  <input
    className="visually-hidden"
    type="email"
    autoComplete="username"
    value={email}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
