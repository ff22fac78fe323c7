import type { Described } from '../package-course.ts'
import { passingShare } from '../packaged-course.ts'
import { xml, xmlHeader } from './xml.ts'

/** IDs in cmi5 are IRIs; these name our courses and lead nowhere. */
const iri = (courseId: string, part: string): string => `https://kitewise.example/cmi5/${courseId}/${part}`

/** `cmi5.xml`: a course with one assignable unit. `moveOn` is always written: without it, enrolling satisfies the course. */
export function cmi5Manifest({ courseId, titles }: Described): string {
  const inLanguages = (name: string, of: (words: Described['titles'][number]) => string, indent: string) =>
    `${indent}<${name}>\n${titles
      .map((words) => `${indent}  <langstring lang="${words.bcp47}">${xml(of(words))}</langstring>`)
      .join('\n')}\n${indent}</${name}>`
  const words = (indent: string) =>
    [
      inLanguages('title', ({ title }) => title, indent),
      inLanguages('description', ({ description }) => description, indent),
    ].join('\n')
  return `${xmlHeader}<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${iri(courseId, 'course')}">
${words('    ')}
  </course>
  <au id="${iri(courseId, 'unit')}" moveOn="CompletedOrPassed" masteryScore="${passingShare}" launchMethod="AnyWindow">
${words('    ')}
    <url>index.html</url>
  </au>
</courseStructure>
`
}
