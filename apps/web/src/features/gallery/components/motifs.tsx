import { Flame } from '../../../components/flame.tsx'
import { InitialsAvatar } from '../../../components/initials-avatar.tsx'
import { CalmKite, NightKite, TangledKite } from '../../../components/kite-drawing.tsx'
import { LiftingKite, SteadyKite } from '../../../components/kite-moods.tsx'
import { TiedKite } from '../../../components/kite-tied.tsx'
import { KiteMark, Logo } from '../../../components/kite.tsx'
import { ProgressBar } from '../../../components/progress-bar.tsx'
import { ProgressRing } from '../../../components/progress-ring.tsx'
import { StringRow } from '../../../components/string-row.tsx'
import { GallerySection, Specimen } from './specimen.tsx'

export function ProgressSpecimens() {
  return (
    <GallerySection title="Progress">
      {[0, 40, 100].map((percent) => (
        <Specimen key={percent} state={`${percent} %`}>
          <ProgressBar percent={percent} label={`Bar at ${percent} percent`} />
          <ProgressRing percent={percent} label={`Ring at ${percent} percent`}>
            {percent} %
          </ProgressRing>
        </Specimen>
      ))}
    </GallerySection>
  )
}

const kites = {
  lifting: LiftingKite,
  steady: SteadyKite,
  calm: CalmKite,
  tangled: TangledKite,
  tied: TiedKite,
  night: NightKite,
}

export function MotifSpecimens() {
  return (
    <GallerySection title="Kite and string">
      <Specimen state="mark, logo, flame, avatar">
        <KiteMark label="Kite" />
        <Logo />
        <Flame />
        <InitialsAvatar name="Ada Lovelace" />
      </Specimen>
      {Object.entries(kites).map(([mood, Drawing]) => (
        <Specimen key={mood} state={mood}>
          <Drawing />
        </Specimen>
      ))}
      <ol>
        <li>
          <StringRow knot="done" isFirst title="A finished lesson" facts="Finished · 6 min" mark="check" to={null} />
        </li>
        <li>
          <StringRow knot="current" title="The lesson to continue" facts="4 min left" mark="play" to={null} />
        </li>
        <li>
          <StringRow knot="open" title="An open lesson" facts="7 min" mark="chevronRight" to={null} />
        </li>
        <li>
          <StringRow knot="locked" isLast title="A locked lesson" facts="Opens after the level" mark="lock" to={null} />
        </li>
      </ol>
    </GallerySection>
  )
}
