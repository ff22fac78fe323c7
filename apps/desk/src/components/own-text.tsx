/** What a person has written, in its own direction and with its own lines. */
export function OwnText({ children }: { children: string }) {
  return (
    <p dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {children}
    </p>
  )
}
