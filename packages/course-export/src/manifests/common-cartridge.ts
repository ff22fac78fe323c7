import {
  type CatalogChoiceQuestion,
  type CatalogCourse,
  type CatalogLesson,
  pickWords,
} from '@kitewise/content/catalog'
import type { Described } from '../package-course.ts'
import { xml, xmlHeader, xmlId } from './xml.ts'

/**
 * A Common Cartridge 1.3: the player as web content, and the choice questions of each lesson as a quiz of the LMS's own.
 * Only single choice, because an LMS drops the other types without a word.
 */
export function cartridgeFiles(described: Described, course: CatalogCourse, language: string): [string, string][] {
  const quizzes = course.lessons.flatMap((lesson) => {
    const questions = lesson.fragments.flatMap(({ practices }) =>
      practices.flatMap((practice) => (practice.type === 'SINGLE_CHOICE_TEST' ? [practice] : [])),
    )
    const { title } = pickWords(lesson.words, language).words
    return questions.length === 0 ? [] : [{ lesson, title, questions }]
  })
  const files = quizzes.map(({ lesson, title, questions }): [string, string] => [
    quizPath(lesson),
    quizFile(lesson, title, questions, language),
  ])
  return [...files, ['imsmanifest.xml', manifest(described, quizzes)]]
}

const quizPath = ({ id }: CatalogLesson): string => `quizzes/${id}.xml`

const common = 'http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1'
const lom = 'http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest'

const manifest = (
  { courseId, titles, license, paths }: Described,
  quizzes: readonly { lesson: CatalogLesson; title: string }[],
): string => {
  const [{ bcp47, title } = { bcp47: 'en', title: courseId }] = titles
  const page = xmlId(courseId, 'page')
  const rights = license.licensee === null ? license.company : `${license.company}, licensed to ${license.licensee}`
  const items = quizzes.map(
    ({ lesson, title }) => `        <item identifier="${xmlId(lesson.id, 'item')}" identifierref="${xmlId(lesson.id)}">
          <title>${xml(title)}</title>
        </item>`,
  )
  const resources = quizzes.map(
    ({ lesson }) => `    <resource identifier="${xmlId(lesson.id)}" type="imsqti_xmlv1p2/imscc_xmlv1p3/assessment">
      <file href="${quizPath(lesson)}"/>
    </resource>`,
  )
  return `${xmlHeader}<manifest identifier="${xmlId(courseId)}" xmlns="${common}"
  xmlns:lomimscc="${lom}"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="${common} http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_imscp_v1p2_v1p0.xsd
    ${lom} http://www.imsglobal.org/profile/cc/ccv1p3/LOM/ccv1p3_lommanifest_v1p0.xsd">
  <metadata>
    <schema>IMS Common Cartridge</schema>
    <schemaversion>1.3.0</schemaversion>
    <lomimscc:lom>
      <lomimscc:general>
        <lomimscc:title><lomimscc:string language="${bcp47}">${xml(title)}</lomimscc:string></lomimscc:title>
      </lomimscc:general>
      <lomimscc:rights>
        <lomimscc:copyrightAndOtherRestrictions><lomimscc:value>yes</lomimscc:value></lomimscc:copyrightAndOtherRestrictions>
        <lomimscc:description><lomimscc:string language="en">${xml(rights)}</lomimscc:string></lomimscc:description>
      </lomimscc:rights>
    </lomimscc:lom>
  </metadata>
  <organizations>
    <organization identifier="${xmlId(courseId, 'organization')}" structure="rooted-hierarchy">
      <item identifier="${xmlId(courseId, 'root')}">
        <item identifier="${xmlId(courseId, 'item')}" identifierref="${page}">
          <title>${xml(title)}</title>
        </item>
${items.join('\n')}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="${page}" type="webcontent" href="index.html">
${paths.map((path) => `      <file href="${xml(path)}"/>`).join('\n')}
    </resource>
${resources.join('\n')}
  </resources>
</manifest>
`
}

const field = (label: string, entry: string): string =>
  `<qtimetadatafield><fieldlabel>${label}</fieldlabel><fieldentry>${entry}</fieldentry></qtimetadatafield>`

const text = (words: string): string => `<material><mattext texttype="text/plain">${xml(words)}</mattext></material>`

const quizFile = (
  lesson: CatalogLesson,
  title: string,
  questions: readonly CatalogChoiceQuestion[],
  language: string,
): string => `${xmlHeader}<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsglobal.org/xsd/ims_qtiasiv1p2 http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_qtiasiv1p2p1_v1p0.xsd">
  <assessment ident="${xmlId(lesson.id, 'quiz')}" title="${xml(title)}">
    <qtimetadata>
      ${field('cc_profile', 'cc.exam.v0p1')}
      ${field('qmd_assessmenttype', 'Examination')}
      ${field('cc_maxattempts', 'unlimited')}
    </qtimetadata>
    <section ident="${xmlId(lesson.id, 'section')}">
${questions.map((question) => questionItem(question, language)).join('\n')}
    </section>
  </assessment>
</questestinterop>
`

const questionItem = ({ id, options, correct, words }: CatalogChoiceQuestion, language: string): string => {
  const said = pickWords(words, language).words
  const labels = options.map(
    (option) =>
      `              <response_label ident="${option}">${text(said.options[option]?.text ?? '')}</response_label>`,
  )
  const told = options.map(
    (option) => `          <respcondition continue="Yes">
            <conditionvar><varequal respident="answer">${option}</varequal></conditionvar>
            <displayfeedback feedbacktype="Response" linkrefid="feedback-${option}"/>
          </respcondition>`,
  )
  const feedback = options.map(
    (option) =>
      `        <itemfeedback ident="feedback-${option}">${text(said.options[option]?.feedback ?? '')}</itemfeedback>`,
  )
  return `      <item ident="${xmlId(id)}" title="${xml(said.question)}">
        <itemmetadata><qtimetadata>${field('cc_profile', 'cc.multiple_choice.v0p1')}</qtimetadata></itemmetadata>
        <presentation>
          ${text(said.question)}
          <response_lid ident="answer" rcardinality="Single">
            <render_choice shuffle="No">
${labels.join('\n')}
            </render_choice>
          </response_lid>
        </presentation>
        <resprocessing>
          <outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
${told.join('\n')}
          <respcondition continue="No">
            <conditionvar><varequal respident="answer">${correct}</varequal></conditionvar>
            <setvar action="Set" varname="SCORE">100</setvar>
          </respcondition>
        </resprocessing>
${feedback.join('\n')}
      </item>`
}
