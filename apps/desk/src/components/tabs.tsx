import { Link } from 'react-router'
import layout from './layout.module.css'

type Parts<Name extends string> = { label: string; titles: Record<Name, string>; shown: Name }

/** Links between the parts of a page; which one is shown is kept in the address as `show`. */
export function Tabs<Name extends string>({ label, titles, shown }: Parts<Name>) {
  return (
    <nav aria-label={label} className={layout.cluster}>
      {(Object.keys(titles) as Name[]).map((name) => (
        <Link
          key={name}
          to={`?show=${name}`}
          className={`${layout.button} ${name === shown ? layout.primary : ''}`}
          aria-current={name === shown ? 'page' : undefined}
        >
          {titles[name]}
        </Link>
      ))}
    </nav>
  )
}
