import { expect, it } from 'vitest'
import { withNamedClasses } from './class-names.ts'

const importOf = (what: string): string => `import ${what} from './card.module.css'\n`

it('imports the classes of a style sheet one by one', () => {
  const use = 'export const Card = () => <p className={classNames(styles.card, isBad && styles.bad)} />\n'
  expect(withNamedClasses(importOf('styles') + use)).toBe(importOf('* as styles') + use)
})

it.each([
  ['looks one up by a value', 'const look = styles[tone]\n'],
  ['hands the table on', 'const table = look(styles)\n'],
  ['takes the table apart', 'const { card } = styles\n'],
])('leaves a source alone that %s', (_, use) => {
  const source = `${importOf('styles')}${use}const name = styles.card\n`
  expect(withNamedClasses(source)).toBe(source)
})

it('decides for each style sheet', () => {
  const frame = "import frame from './frame.module.css'\n"
  const use = 'const names = [frame.wide, styles[tone]]\n'
  expect(withNamedClasses(frame + importOf('styles') + use)).toBe(
    frame.replace('frame from', '* as frame from') + importOf('styles') + use,
  )
})
