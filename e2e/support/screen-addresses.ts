import { patterns } from '../../apps/web/src/lib/paths.ts'

const filled: Record<string, string> = {
  ':courseId': 'ai-zero',
  ':lessonId': 'ai-zero.l01',
  ':certificateId': 'AAAAAAAAAAAAAAAAAAAAAA',
  '*': 'f1/1/v1',
}

/** An address of every screen of the app, and an unknown one. */
export const screenAddresses = [...Object.values(patterns), '/no-such-page'].map((pattern) =>
  pattern.replaceAll(/:\w+|\*/g, (place) => filled[place] ?? 'none'),
)
