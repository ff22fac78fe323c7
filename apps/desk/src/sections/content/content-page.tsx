import type { ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { Page, Tabs } from '../../components/page.tsx'
import { DraftPreview } from './draft-preview.tsx'
import { Findings } from './findings.tsx'
import { Lessons } from './lessons.tsx'

const views = { lessons: 'Lessons', findings: 'Findings', preview: 'Preview' } as const
type View = keyof typeof views
const components: Record<View, ComponentType> = { lessons: Lessons, findings: Findings, preview: DraftPreview }

/** Courses: what each language lacks, what the content check finds, and drafts as learners will see them. */
export function ContentPage() {
  const [params] = useSearchParams()
  const wanted = params.get('show') ?? ''
  const shown: View = wanted in views ? (wanted as View) : 'lessons'
  const Shown = components[shown]
  return (
    <Page title="Content">
      <Tabs label="Views" titles={views} shown={shown} />
      <Shown />
    </Page>
  )
}
