import { ButtonSpecimens, ChoiceSpecimens, FieldSpecimens } from '../../features/gallery/components/controls.tsx'
import { MotifSpecimens, ProgressSpecimens } from '../../features/gallery/components/motifs.tsx'
import {
  CardSpecimens,
  OverlaySpecimens,
  ShapeSpecimens,
  StateSpecimens,
} from '../../features/gallery/components/surfaces.tsx'
import { ExerciseSpecimens } from './gallery-exercises.tsx'
import { PeakSpecimens } from './gallery-peaks.tsx'

/** All parts of the gallery, in one chunk. */
export function Specimens() {
  return (
    <>
      <ButtonSpecimens />
      <PeakSpecimens />
      <ChoiceSpecimens />
      <FieldSpecimens />
      <ExerciseSpecimens />
      <CardSpecimens />
      <OverlaySpecimens />
      <StateSpecimens />
      <ShapeSpecimens />
      <ProgressSpecimens />
      <MotifSpecimens />
    </>
  )
}
