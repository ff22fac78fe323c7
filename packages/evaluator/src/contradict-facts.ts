import { findForm, findSayings, flatForm, formsOfFact, isPattern } from './find-forms.ts'
import type { Finding } from './meet-criterion.ts'
import type { Reading } from './read-texts.ts'
import type { Criterion, RubricWithWords } from './rubric.ts'
import type { Match } from './text/find-matches.ts'
import { findNames } from './text/find-names.ts'
import { findWeekdays, type Weekday } from './text/find-weekdays.ts'
import type { ReadText } from './text/read-text.ts'

/** A fact of the task that a prompt gives with another value, and the words that do. `factId` is absent for names. */
export type Contradiction = { factId?: string; found: string }

/** So much of a name is spelt right by most. */
const lettersOfName = 3
const digits = /\d+/g
/** Not the numbers of a pattern's `{0,8}`. */
const numberInForm = /(?<!\{[^}]*)\d+/

const placesOf = (text: ReadText, forms: readonly string[]): Match[] => forms.flatMap((form) => findForm(text, form))

/** Between a weekday and its date stands a word at most: "Saturday the 14th". */
function isBeside(text: ReadText, weekday: Weekday, place: Match): boolean {
  const [from, to] = weekday.end <= place.start ? [weekday.end, place.start] : [place.end, weekday.start]
  const between = text.flat.slice(from, Math.max(from, to))
  return !/[¶\d]/.test(between) && (between.match(/[\p{L}]+/gu)?.length ?? 0) <= 1
}

/** The date of the task with the name of another day ("Saturday 14 June" for a Sunday). */
function findOtherWeekday({ prompt, task }: Reading, forms: readonly string[]): string | null {
  const beside = (text: ReadText) => {
    const places = placesOf(text, forms)
    return findWeekdays(text).filter((weekday) => places.some((place) => isBeside(text, weekday, place)))
  }
  const meant = new Set(beside(task).map(({ day }) => day))
  if (meant.size !== 1 || findWeekdays(prompt).some(({ day }) => meant.has(day))) return null
  return beside(prompt)[0]?.text ?? null
}

/** A fact that is a weekday, and another weekday in its place. */
function findReplacedWeekday({ prompt, task }: Reading, forms: readonly string[]): string | null {
  const asDay = (text: ReadText) => findWeekdays({ language: text.language, flat: forms.join(' , ') }).length > 0
  if (!asDay(task) && !asDay(prompt)) return null
  const known = new Set(findWeekdays(task).map(({ day }) => day))
  return findWeekdays(prompt).find(({ day }) => !known.has(day))?.text ?? null
}

/** Digits of a class of letters (`[0-9]`) are no number of the fact. */
const digitInClass = /\[[^\]]*\d/

/** "14 June" → "# june": the same with another number. A form that is nothing but a number has no slot. */
function slotOf(form: string): string | null {
  if (form.startsWith('/') || digitInClass.test(form)) return null
  const isSlot = numberInForm.test(form) && /[\p{L}:./]/u.test(form)
  const plain = isPattern(form) ? form : flatForm(form).replaceAll('.', String.raw`\.`)
  return isSlot ? plain.replaceAll(new RegExp(numberInForm, 'g'), '#') : null
}

/** Of "14.6." one number may differ, not both: "5/5" is no date in the place of another. */
function differsInSlot(found: string, form: string): boolean {
  if (/[\p{L}:]/u.test(form)) return true
  const [left, right] = [found.match(digits) ?? [], form.match(digits) ?? []]
  return left.filter((number, at) => number !== right[at]).length === 1
}

function findOtherNumber(
  { prompt, task }: Reading,
  forms: readonly string[],
  known: ReadonlySet<string>,
): string | null {
  const given = new Set([...known, ...(task.flat.match(digits) ?? []), ...task.words])
  for (const form of forms) {
    const slot = slotOf(form)
    if (!slot) continue
    const other = findSayings(prompt, [slot]).find(({ text }) => {
      const numbers =
        text.match(new RegExp(`(?<![\\p{L}\\d])(?:${prompt.lexicon.numbers})(?![\\p{L}])|\\d+`, 'gu')) ?? []
      return numbers.some((number) => !given.has(number)) && differsInSlot(text, form)
    })
    if (other) return other.text
  }
  return null
}

const amounts = (text: ReadText) => [...text.flat.matchAll(/(?<![\p{L}\d.,:/])(\d+) (\p{L}{3,})/gu)]
const stem = (match: RegExpMatchArray) => (match[2] ?? '').slice(0, 4)

/** A number that stands before a word in the task, and in the prompt another before the same word. */
function findOtherAmount({ prompt, task, sameLanguage }: Reading, forms: readonly string[]): string | null {
  const bare = forms.filter((form) => /^\d+$/.test(form))
  if (!sameLanguage || bare.length === 0) return null
  const inTask = amounts(task)
  const units = new Set(inTask.filter((match) => bare.includes(match[1] ?? '')).map(stem))
  const known = new Set(inTask.map((match) => match[1]))
  return amounts(prompt).find((match) => units.has(stem(match)) && !known.has(match[1]))?.[0] ?? null
}

/**
 * Somebody with a title who is not in the task, in the place of the one person with a title whom the author's model answer names and the
 * prompt does not.
 */
function findOtherName({ prompt, task }: Reading, model: string): string | null {
  const passedOn = new Set(findNames({ flat: flatForm(model) }).filter((name) => task.flat.includes(name)))
  const [person] = passedOn
  if (!person || passedOn.size > 1 || prompt.flat.includes(person.slice(0, lettersOfName))) return null
  return findNames(prompt).find((name) => !task.flat.includes(name)) ?? null
}

const factsOf = ({ of = [], given = [] }: Criterion): string[] => [...of, ...given]

/**
 * Facts of an author's rubric that a prompt gives with another value: another weekday at the task's date, another number in the place of
 * one that is nowhere, another person with a title. Where the facts are the learner's own there are none in the rubric.
 */
export function contradictFacts(reading: Reading, rubric: RubricWithWords): Contradiction[] {
  const wanted = new Set(rubric.criteria.filter(({ level }) => level === 'must').flatMap(factsOf))
  if (wanted.size === 0) return []
  const { language } = reading.prompt
  const allForms = [...wanted].map((id) => [id, formsOfFact(rubric, id, language)] as const)
  const known = new Set(allForms.flatMap(([, forms]) => forms.flatMap((form) => form.match(digits) ?? [])))
  const facts = allForms.flatMap(([factId, forms]): Contradiction[] => {
    const isSaid = placesOf(reading.prompt, forms).length > 0
    const found = isSaid
      ? findOtherWeekday(reading, forms)
      : (findReplacedWeekday(reading, forms) ??
        findOtherNumber(reading, forms, known) ??
        findOtherAmount(reading, forms))
    return found === null ? [] : [{ factId, found }]
  })
  const name = findOtherName(reading, rubric.words.model ?? '')
  return name === null ? facts : [...facts, { found: name }]
}

/** The findings with every criterion at 0 that rests on a fact given with another value. */
export function withoutContradicted(
  findings: readonly Finding[],
  contradictions: readonly Contradiction[],
  rubric: RubricWithWords,
): Finding[] {
  const wrong = new Set(contradictions.map(({ factId }) => factId))
  return findings.map((finding, index) => {
    const criterion = rubric.criteria[index]
    const isWrong = criterion && factsOf(criterion).some((id) => wrong.has(id))
    return isWrong ? { ...finding, met: 0, found: [] } : finding
  })
}
