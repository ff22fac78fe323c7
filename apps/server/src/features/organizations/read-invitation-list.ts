import type { LineProblem } from '@kitewise/contract/organization-entities'
import { readEmailAddress } from '@kitewise/rules/account'
import { parse } from 'csv-parse/sync'
import readAddresses, { type MailboxAddress } from 'nodemailer/lib/addressparser'

/** A line as typed; `address` is null for anything that isn't an email address. */
export type TypedLine = {
  line: number
  email: string
  name: string
  group: string
  address: string | null
  problem: LineProblem | null
}

type Typed = Omit<TypedLine, 'problem' | 'address'>

const longest = { name: 80, group: 60 }

/**
 * Reads what a person pastes or exports: addresses, one a line or several on it; a list of receivers from a mail program
 * (RFC 5322); or rows of a spreadsheet or directory, whose columns are found by their names in any of our languages, or by
 * what is in them. Cells are separated by commas, semicolons or tabs.
 */
export function readInvitationList(text: string): TypedLine[] {
  const { head, lines } = readTable(text.replace(/\r\n?/g, '\n'))
  const seen = new Set<string>()
  return [...head, ...lines.map((line) => checkLine(line, seen))]
}

const checkLine = (line: Typed, seen: Set<string>): TypedLine => {
  const address = readEmailAddress(line.email)
  if (address === null) return { ...line, address, problem: 'badEmail' }
  if (seen.has(address)) return { ...line, address, problem: 'duplicate' }
  seen.add(address)
  if (line.name.length > longest.name) return { ...line, address, problem: 'badName' }
  return { ...line, address, problem: line.group.length > longest.group ? 'badGroup' : null }
}

const isAddress = (cell: string): boolean => cell.includes('@') || cell.includes('＠')

/** @returns `head`: what to say about the first line */
const readTable = (text: string): { head: TypedLine[]; lines: Typed[] } => {
  const rows = readRows(text)
  const [first] = rows
  if (!first) return { head: [], lines: [] }
  const hasTitles = !first.cells.some(isAddress)
  if (!hasTitles) return { head: [], lines: withNames.test(text) ? readReceivers(text) : rows.flatMap(readRow) }
  const columns = first.cells.map(columnOf)
  const strange: TypedLine = {
    line: first.line,
    email: first.cells.join(', '),
    name: '',
    group: '',
    address: null,
    problem: 'unknownColumn',
  }
  const isStrange = columns.includes(null)
  if (!columns.includes('email')) {
    const found = mostAddresses(rows)
    if (found < 0) return { head: [strange], lines: [] }
    columns[found] = 'email'
  }
  return { head: isStrange ? [strange] : [], lines: rows.slice(1).map((row) => readTitledRow(row, columns)) }
}

type Row = { line: number; cells: string[] }

/** RFC 4180 with the separator that the first line uses. Blank rows are left out; their lines count. */
const readRows = (text: string): Row[] => {
  const firstLine = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const delimiter = ['\t', ';'].find((mark) => firstLine.includes(mark)) ?? ','
  const read = (quote: '"' | null): Row[] => {
    // The line of a row is the one it begins on: the library counts where it ends.
    let begin = 1
    const rows: Row[] = []
    parse(text, {
      bom: true,
      delimiter,
      quote,
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      on_record: (cells: string[], { lines }) => {
        rows.push({ line: begin, cells: withoutBlankEnd(cells) })
        begin = lines + 1
        return null
      },
    })
    return rows.filter(({ cells }) => cells.length > 0)
  }
  try {
    return read('"')
  } catch {
    // A quotation mark that opens and never closes is only a sign.
    return read(null)
  }
}

const withoutBlankEnd = (cells: readonly string[]): string[] => {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

/** "Ana Lee <ana@example.com>", as mail programs write receivers. */
const withNames = /<[^<>\n]*@[^<>\n]*>/

const readReceivers = (text: string): Typed[] =>
  text.split('\n').flatMap((line, index) =>
    readAddresses(line, { flatten: true }).map(({ name, address }: MailboxAddress) => ({
      line: index + 1,
      email: address === '' ? name : address,
      name: address === '' ? '' : withoutQuotes(name),
      group: '',
    })),
  )

/** Outlook puts names in single quotation marks. */
const withoutQuotes = (name: string): string => name.replace(/^'(.*)'$/, '$1')

/** Without titles: addresses only; or an address, a name and a group; or names before the address. */
const readRow = ({ line, cells }: Row): Typed[] => {
  if (cells.length > 1 && cells.every((cell) => cell === '' || isAddress(cell)))
    return cells.filter((cell) => cell !== '').map((email) => ({ line, email, name: '', group: '' }))
  const at = Math.max(cells.findIndex(isAddress), 0)
  const [before, email = '', after] = [cells.slice(0, at), cells[at], cells.slice(at + 1)]
  const [name = '', group = ''] = at === 0 ? after : [namesOf(before), after[0]]
  return [{ line, email, name, group }]
}

const readTitledRow = ({ line, cells }: Row, columns: readonly Column[]): Typed => {
  const all = (column: Column): string[] => cells.filter((_, index) => columns[index] === column)
  const whole = all('name').find((cell) => cell !== '')
  const [email = ''] = all('email')
  const [group = ''] = all('group')
  const parts = cells.filter((_, index) => columns[index] === 'name' || columns[index] === 'partOfName')
  const isWhole = whole !== undefined && !columns.includes('partOfName')
  return { line, email, name: isWhole ? whole : namesOf(parts), group }
}

const namesOf = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

/** `ignored`: our own list of failed lines has it. */
type Column = 'email' | 'name' | 'partOfName' | 'group' | 'ignored' | null

/** What columns are called in spreadsheets and exports of directories; without blanks, hyphens and underscores. */
const titles: readonly [Exclude<Column, null>, RegExp][] = [
  ['email', /mail|userprincipalname|correo|courriel|eposta|пошт|メール|메일/],
  [
    'partOfName',
    /^(first|given|last|family|middle|sur|fore)name$|^surname$|^(nombres|apellidos?|prénom|nomdefamille|sobrenome|apelidos?|primeironome|soyad[ıi]?|прізвище|імя|姓|名|성|苗字)$/,
  ],
  [
    'name',
    /^(name|(full|display|user)name|nombre(completo)?|nome(completo)?|nom(complet)?|isim|ad([ıi]|soyad[ıi]?)?|повнеімя|піб|氏名|名前|お名前|이름|성명)$/,
  ],
  [
    'group',
    /^(group|team|department|division|grupo|equipo|departamento|groupe|équipe|service|département|equipe|grup|tak[ıi]m|ekip|departman|b[öo]l[üu]m|група|команда|відділ|グループ|チーム|部署|部門|그룹|팀|부서)$/,
  ],
  ['ignored', /^problem$/],
]

const columnOf = (title: string): Column => {
  const plain = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[[(].*?[\])]/g, '')
    .replace(/[\s_\-'’ʼ"*:.]/g, '')
  return titles.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/** The column that holds most addresses; -1 if none does. */
const mostAddresses = (rows: readonly Row[]): number => {
  const counts: number[] = []
  for (const { cells } of rows)
    for (const [index, cell] of cells.entries()) if (isAddress(cell)) counts[index] = (counts[index] ?? 0) + 1
  const most = Math.max(0, ...Object.values(counts))
  return most === 0 ? -1 : counts.indexOf(most)
}
