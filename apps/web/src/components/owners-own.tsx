import { lazy, type ReactNode, Suspense } from 'react'
import { loadChunk } from '../lib/chunk-loading.ts'
import { needTexts } from '../lib/i18n/texts.tsx'
import { useLearner } from '../lib/session/session.ts'
import { Skeleton, SkeletonScreen } from './skeleton.tsx'

/** Few learners see it. */
const AskOwner = lazy(async () => {
  const script = loadChunk(
    'passkeys',
    () => import('./ask-owner.tsx'),
    (module) => module.AskOwner,
  )
  const [component] = await Promise.all([script, needTexts(['account'])])
  return { default: component }
})

/** Whether this session belongs to the learner alone: their own PIN or passkey was used in it, or they have neither. */
export function useIsOwner(): boolean {
  return useLearner().signedInThrough?.ownProof !== 'needed'
}

/**
 * What belongs to the learner alone, such as their prompts and their plan. In a session for which only an organization's provider
 * vouches, it asks for the learner's own PIN or passkey first.
 */
export function OwnersOwn({ children }: { children: ReactNode }) {
  const isOwner = useIsOwner()
  if (isOwner) return <>{children}</>
  return (
    <Suspense fallback={<ShapeOfCard />}>
      <AskOwner />
    </Suspense>
  )
}

const ShapeOfCard = () => (
  <SkeletonScreen>
    <Skeleton height="8rem" shape="card" />
  </SkeletonScreen>
)
