import { Bow, Kite, KiteFrame, Sky } from './kite-drawing.tsx'

/** For something that has just worked. */
export function LiftingKite() {
  return (
    <KiteFrame>
      <Sky />
      <circle fill="var(--sun)" cx="42" cy="52" r="13" />
      <path
        fill="none"
        stroke="var(--string)"
        strokeWidth="4"
        d="M34 92c14 5 24 4 36-4M26 110c20 7 36 6 52-5M98 128c12 1 22-2 30-9"
      />
      <path fill="none" stroke="var(--control-line)" d="M26 146C50 146 66 134 74 118S84 92 97 84" />
      <Bow x={46} y={141} turn={-18} />
      <Bow x={74} y={118} turn={-60} color="var(--tail)" />
      <Kite x={97} y={84} turn={28} size={3.5} />
    </KiteFrame>
  )
}

/** For what is in order or under way. */
export function SteadyKite() {
  return (
    <KiteFrame>
      <Sky />
      <path
        fill="var(--string)"
        d="M92 124a13 13 0 0 1 2-26 19 19 0 0 1 36 3 12 12 0 0 1-2 23zM20 76a8 8 0 0 1 2-16 12 12 0 0 1 23 2 7 7 0 0 1-1 14z"
      />
      <path fill="none" stroke="var(--control-line)" d="M80 94c-6 14 8 20 2 34-3 8-10 12-18 18" />
      <Bow x={82} y={110} turn={66} />
      <Bow x={80} y={137} turn={128} color="var(--tail)" />
      <Kite x={80} y={94} turn={4} size={3.3} />
    </KiteFrame>
  )
}
