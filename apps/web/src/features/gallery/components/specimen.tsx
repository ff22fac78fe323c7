import type { ReactNode } from 'react'
import { Cluster, Stack } from '../../../components/layout.tsx'

type GallerySectionProps = { title: string; children: ReactNode }

/** One kind of component, with all its states. */
export function GallerySection({ title, children }: GallerySectionProps) {
  return (
    <Stack as="section" gap={16} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </Stack>
  )
}

type SpecimenProps = { state: string; children: ReactNode }

/** One state, under its name. */
export function Specimen({ state, children }: SpecimenProps) {
  return (
    <Stack gap={4}>
      <small>{state}</small>
      <Cluster gap={12}>{children}</Cluster>
    </Stack>
  )
}
