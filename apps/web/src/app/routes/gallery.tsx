import { Stack } from '../../components/layout.tsx'
import { ButtonSpecimens, ChoiceSpecimens, FieldSpecimens } from '../../features/gallery/components/controls.tsx'
import { MotifSpecimens, ProgressSpecimens } from '../../features/gallery/components/motifs.tsx'
import { CardSpecimens, OverlaySpecimens, StateSpecimens } from '../../features/gallery/components/surfaces.tsx'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

/** Every component in every state, for developers; English only. Production servers do not serve it. */
export function GalleryPage() {
  return (
    <Screen title="Gallery" header={<SimpleHeader />} width="measure">
      <Stack gap="sections">
        <h1>Gallery</h1>
        <ButtonSpecimens />
        <ChoiceSpecimens />
        <FieldSpecimens />
        <CardSpecimens />
        <OverlaySpecimens />
        <StateSpecimens />
        <ProgressSpecimens />
        <MotifSpecimens />
      </Stack>
    </Screen>
  )
}
