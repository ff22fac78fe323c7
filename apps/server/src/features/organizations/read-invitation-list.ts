import type { LineProblem } from '@kitewise/contract/organization-entities'
import { readEmailAddress } from '@kitewise/rules/account'

/** A line as typed; `address` is null for anything that isn't an email address. */
export type TypedLine = {
  line: number
  email: string
  name: string
  group: string
  address: string | null
  problem: LineProblem | null
}

const known = ['email', 'name', 'group'] as const
/** Our own list of failed lines has it; it's ignored. */
const ignored = 'problem'
const longest = { name: 80, group: 60 }

/**
 * Reads what a person pastes or exports from a spreadsheet: addresses, one a line or several on it, or rows with the columns
 * email, name and group, under their names or in this order. Cells are separated by commas, semicolons or tabs.
 */
export function readInvitationList(text: string): TypedLine[] {
  const rows = readRows(text.replace(/^\uFEFF/, ''))
  const [first] = rows
  if (!first) return []
  const hasTitles = !first.cells.some((cell) => cell.includes('@'))
  const titles = hasTitles ? first.cells.map((cell) => cell.toLowerCase()) : [...known]
  const isStrange = titles.some((title) => title !== ignored && !(known as readonly string[]).includes(title))
  const strange = { line: 1, email: first.cells.join(', '), name: '', group: '', address: null }
  const head: TypedLine[] = isStrange ? [{ ...strange, problem: 'unknownColumn' }] : []
  if (!titles.includes('email')) return head.length > 0 ? head : [{ ...strange, problem: 'unknownColumn' }]
  const seen = new Set<string>()
  const body = (hasTitles ? rows.slice(1) : rows).flatMap((row) => linesOf(row, titles))
  return [...head, ...body.map((line) => checkLine(line, seen))]
}

type Row = { line: number; cells: string[] }

const linesOf = ({ line, cells }: Row, titles: readonly string[]): Omit<TypedLine, 'problem' | 'address'>[] => {
  const isListOfAddresses = cells.length > 1 && cells.every((cell) => cell.includes('@'))
  if (isListOfAddresses) return cells.map((email) => ({ line, email, name: '', group: '' }))
  const cellOf = (title: string) => cells[titles.indexOf(title)] ?? ''
  return [{ line, email: cellOf('email'), name: cellOf('name'), group: cellOf('group') }]
}

const checkLine = (line: Omit<TypedLine, 'problem' | 'address'>, seen: Set<string>): TypedLine => {
  const address = readEmailAddress(line.email)
  if (address === null) return { ...line, address, problem: 'badEmail' }
  if (seen.has(address)) return { ...line, address, problem: 'duplicate' }
  seen.add(address)
  if (line.name.length > longest.name) return { ...line, address, problem: 'badName' }
  return { ...line, address, problem: line.group.length > longest.group ? 'badGroup' : null }
}

/** RFC 4180 with the separator that the first line uses. Blank rows are left out; their lines count. */
const readRows = (text: string): Row[] => {
  const firstLine = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  const separator = ['\t', ';'].find((mark) => firstLine.includes(mark)) ?? ','
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let [cell, line, isQuoted] = ['', 1, false]
  const endCell = () => {
    row.cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    if (row.cells.some((one) => one !== '')) rows.push({ ...row, cells: withoutBlankEnd(row.cells) })
    row = { line, cells: [] }
  }
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? ''
    if (mark === '\n') line += 1
    if (isQuoted && mark === '"' && text[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (mark === '"' && (isQuoted || cell.trim() === '')) isQuoted = !isQuoted
    else if (isQuoted) cell += mark
    else if (mark === separator) endCell()
    else if (mark === '\n') endRow()
    else cell += mark
  }
  endRow()
  return rows
}

const withoutBlankEnd = (cells: readonly string[]): string[] => {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}
