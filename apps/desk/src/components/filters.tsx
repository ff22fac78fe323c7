import { isEnter } from '@kitewise/web/typing/is-enter'
import { TextInput } from './text-box.tsx'
import { FileButton } from './file-button.tsx'
import layout from './layout.module.css'
import type { Table } from './use-table.ts'

/** A value that stands for itself, or with other words. */
type Option = string | readonly [value: string, words: string]

export type Filter = { name: string; title: string } & (
  | {
      kind: 'choice'
      options: readonly Option[]
      /** The words for no choice; "All" by default. */
      all?: string
    }
  | { kind: 'search' | 'date' }
)

/** The filters above a table, which the server applies. */
export function Filters({ table, filters }: { table: Table; filters: readonly Filter[] }) {
  return filters.map((filter) => (
    <label key={filter.name} className={layout.field}>
      {filter.title}
      {filter.kind === 'choice' ? (
        <select
          value={table.filter(filter.name)}
          onChange={(event) => table.setFilter(filter.name, event.currentTarget.value)}
        >
          <option value="">{filter.all ?? 'All'}</option>
          {filter.options.map(pairOf).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      ) : null}
      {filter.kind === 'date' ? (
        <input
          type="date"
          value={table.filter(filter.name)}
          onChange={(event) => table.setFilter(filter.name, event.currentTarget.value)}
        />
      ) : null}
      {filter.kind === 'search' ? <Search table={table} name={filter.name} /> : null}
    </label>
  ))
}

const pairOf = (option: Option): readonly [string, string] =>
  typeof option === 'string' ? [option, option.replaceAll('_', ' ')] : option

/** Applied with Enter, or when the field is left. */
function Search({ table, name }: { table: Table; name: string }) {
  const apply = (text: string): void => {
    // An unchanged text keeps the page.
    if (text.trim() !== table.filter(name)) table.setFilter(name, text.trim())
  }
  return (
    <TextInput
      type="search"
      defaultValue={table.filter(name)}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isEnter(event.nativeEvent)) apply(event.currentTarget.value)
      }}
    />
  )
}

/** A table's heading, with a file of the rows that its filters keep. */
export function TableHeading({ title, csv }: { title: string; csv: () => Promise<void> }) {
  return (
    <div className={`${layout.cluster} ${layout.spread}`}>
      <h2>{title}</h2>
      <FileButton title="CSV" save={csv} />
    </div>
  )
}
