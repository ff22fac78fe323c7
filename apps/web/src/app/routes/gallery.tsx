import { Stack } from '../../components/layout.tsx'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'
import { Specimens } from './gallery-specimens.tsx'

/** Every component in every state, and every peak, for developers; English only. Production servers do not serve it. */
export function GalleryPage() {
  return (
    <Screen title="Gallery" header={<SimpleHeader />} width="measure">
      <Stack gap="sections">
        <h1>Gallery</h1>
        <Specimens />
      </Stack>
    </Screen>
  )
}
