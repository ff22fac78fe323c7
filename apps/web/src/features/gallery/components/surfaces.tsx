import { useState } from 'react'
import { Badge } from '../../../components/badge.tsx'
import { Button } from '../../../components/button.tsx'
import { Card } from '../../../components/card.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { Stack } from '../../../components/layout.tsx'
import { EmptyView, ErrorView } from '../../../components/message-view.tsx'
import {
  CardsShape,
  ChoicesShape,
  CourseListShape,
  CoursesShape,
  FormShape,
  LessonShape,
  PathShape,
  ProfileShape,
  SubscriptionShape,
  TodayShape,
} from '../../../components/learner-shapes.tsx'
import { PageShape, TextShape } from '../../../components/screen-shapes.tsx'
import { Sheet } from '../../../components/sheet.tsx'
import { Skeleton, SkeletonScreen } from '../../../components/skeleton.tsx'
import { toast } from '../../../lib/toast.ts'
import { GallerySection, Specimen } from './specimen.tsx'

export function CardSpecimens() {
  return (
    <GallerySection title="Cards and badges">
      {(['surface', 'sunken', 'kite', 'good', 'bad'] as const).map((tone) => (
        <Card key={tone} tone={tone}>
          <p>A {tone} card</p>
        </Card>
      ))}
      <Specimen state="badges">
        {(['plain', 'kite', 'tail', 'good', 'bad'] as const).map((tone) => (
          <Badge key={tone} tone={tone}>
            {tone}
          </Badge>
        ))}
      </Specimen>
      <Disclosure summary="A question that opens">
        <p>Its answer.</p>
      </Disclosure>
    </GallerySection>
  )
}

export function OverlaySpecimens() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <GallerySection title="Sheets and toasts">
      <Specimen state="sheet">
        <Button variant="secondary" width="fit" onClick={() => setIsOpen(true)}>
          Open a sheet
        </Button>
      </Specimen>
      <Sheet
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Skip this practice?"
        footer={<Button onClick={() => setIsOpen(false)}>Go on</Button>}
      >
        <p>You can come back to it at any time.</p>
      </Sheet>
      <Specimen state="toasts">
        <Button variant="secondary" width="fit" onClick={() => toast.success('Your name is saved.')}>
          Show a success
        </Button>
        <Button variant="secondary" width="fit" onClick={() => toast.error('Saving failed. Please try again.')}>
          Show an error
        </Button>
      </Specimen>
    </GallerySection>
  )
}

export function StateSpecimens() {
  return (
    <GallerySection title="Loading, empty, failed">
      <SkeletonScreen label="Loading the example" isLabelVisible>
        <Stack gap={12}>
          <Skeleton width="60%" height="2rem" />
          <Skeleton height="8rem" shape="card" />
        </Stack>
      </SkeletonScreen>
      <EmptyView title="No prompts yet" message="The prompts you pass are kept here." />
      <ErrorView title="The courses could not be loaded" message="Check the connection." onRetry={() => undefined} />
    </GallerySection>
  )
}

const shapes = {
  Dashboard: TodayShape,
  Courses: CoursesShape,
  'List of courses': CourseListShape,
  Course: PathShape,
  Lesson: LessonShape,
  Profile: ProfileShape,
  Subscription: SubscriptionShape,
  Form: FormShape,
  Choices: ChoicesShape,
  Cards: CardsShape,
  Text: TextShape,
  Page: PageShape,
}

/** Each screen while it loads. */
export function ShapeSpecimens() {
  return Object.entries(shapes).map(([name, Shape]) => (
    <GallerySection key={name} title={`Loading: ${name}`}>
      <Shape />
    </GallerySection>
  ))
}
