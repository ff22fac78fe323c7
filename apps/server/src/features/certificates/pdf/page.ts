/** A4 landscape, in points. */
export const page = { width: 841.89, height: 595.28 }

export const left = 64

/** Draws something with a tag for screen readers. */
export type Tell = (tag: 'H1' | 'P' | 'Figure', draw: () => void, alt?: string) => void

export const palette = {
  paper: '#fffbf5',
  surface: '#ffffff',
  line: '#e6dfd3',
  string: '#c9c0dd',
  ink: '#1b1b3a',
  inkSoft: '#5b5b7b',
  kite: '#3347e8',
  tail: '#ff6b4a',
  tailText: '#b93815',
  sun: '#ffb020',
  markTopLeft: '#5f70ff',
  markBottomLeft: '#ff8a6e',
} as const
