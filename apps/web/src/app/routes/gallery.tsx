import { lazy, Suspense } from 'react'
import { Stack } from '../../components/layout.tsx'
import { loadPart } from '../../lib/load-part.ts'
import { SimpleHeader } from '../shell/headers.tsx'
import { Screen } from '../shell/screen.tsx'

/** Loaded from here, so that the entry doesn't list the many chunks that the gallery needs. */
const Specimens = lazy(() =>
  loadPart(
    () => import('./gallery-specimens.tsx'),
    (module) => module.Specimens,
  ),
)

/** Every component in every state, and every peak, for developers; English only. Production servers do not serve it. */
export function GalleryPage() {
  return (
    <Screen title="Gallery" header={<SimpleHeader />} width="measure">
      <Stack gap="sections">
        <h1>Gallery</h1>
        <Suspense>
          <Specimens />
        </Suspense>
      </Stack>
    </Screen>
  )
}
