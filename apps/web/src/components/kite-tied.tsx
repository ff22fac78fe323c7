import { Bow, Ground, Kite, KiteFrame, Sky } from './kite-drawing.tsx'

/** For what is still locked: tied to a post. */
export function TiedKite() {
  return (
    <KiteFrame>
      <Sky />
      <Ground />
      <path fill="var(--control-line)" d="M46 130V88a6 6 0 0 1 12 0v42z" />
      <path fill="none" stroke="var(--control-line)" d="M52 100C70 106 78 98 88 86" />
      <path fill="none" stroke="var(--sun)" strokeWidth="4" d="M45 97l14 5M45 102l14 5" />
      <Bow x={52} y={102} turn={12} />
      <Kite x={88} y={86} turn={16} size={3.1} />
    </KiteFrame>
  )
}
