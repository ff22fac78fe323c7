import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** Features of regular expressions, which no build tool lowers: one that a browser doesn't know stops the whole script. */

const patterns = 'javascript.regular_expressions'
const flagFeatures: Record<string, string> = {
  d: 'javascript.builtins.RegExp.hasIndices',
  s: 'javascript.builtins.RegExp.dotAll',
  u: 'javascript.builtins.RegExp.unicode',
  v: 'javascript.builtins.RegExp.unicodeSets',
  y: 'javascript.builtins.RegExp.sticky',
}

const parser = new RegExpParser()

/** @returns features of MDN's data. @throws {SyntaxError} for what is no pattern */
export function patternFeatures(source: string, flags: string): string[] {
  const used = new Set(Array.from(flags).flatMap((flag) => flagFeatures[flag] ?? []))
  const names = new Set<string>()
  visitRegExpAST(parser.parseLiteral(`/${source}/${flags}`), {
    onAssertionEnter: ({ kind }) => void (kind === 'lookbehind' && used.add(`${patterns}.lookbehind_assertion`)),
    onModifiersEnter: () => void used.add(`${patterns}.modifier`),
    onCapturingGroupEnter: ({ name }) => {
      if (name === null) return
      used.add(`${patterns}.named_capturing_group${names.has(name) ? '.duplicate_named_capturing_groups' : ''}`)
      names.add(name)
    },
    onCharacterSetEnter: ({ kind }) =>
      void (kind === 'property' && used.add(`${patterns}.unicode_character_class_escape`)),
  })
  return [...used]
}

/** For texts from which a script may build a pattern: what can hardly be anything else. */
export function featuresOfPieces(text: string): string[] {
  return [
    ...(/\(\?<[=!]/.test(text) ? [`${patterns}.lookbehind_assertion`] : []),
    ...(/\(\?(?:[ims]+(?:-[ims]*)?|-[ims]+):/.test(text) ? [`${patterns}.modifier`] : []),
  ]
}
