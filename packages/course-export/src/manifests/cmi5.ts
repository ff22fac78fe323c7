import type { Described } from '../package-course.ts'
import { passingShare } from '../packaged-course.ts'
import { xml, xmlHeader } from './xml.ts'

/** IDs in cmi5 are IRIs: what an LMS has recorded hangs on them. They lead nowhere. */
const iri = (address: string, courseId: string, part: string): string =>
  `${address.replace(/\/+$/, '')}/cmi5/${courseId}/${part}`

/**
 * `cmi5.xml`: a course with one assignable unit. `moveOn` is always written: without it, enrolling satisfies the course.
 * @throws {Error} without a web address for the IDs
 */
export function cmi5Manifest({ courseId, titles }: Described, address: string | null): string {
  if (!address || !isWebAddress(address)) throw new Error('cmi5 needs a web address for the IDs of the course.')
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
  <course id="${xml(iri(address, courseId, 'course'))}">
${words('    ')}
  </course>
  <au id="${xml(iri(address, courseId, 'unit'))}" moveOn="CompletedOrPassed" masteryScore="${passingShare}" launchMethod="AnyWindow">
${words('    ')}
    <url>index.html</url>
  </au>
</courseStructure>
`
}

/** Of a server that others can name: not this machine. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && !/^(localhost|127\.|\[)/.test(new URL(text).hostname)
}
