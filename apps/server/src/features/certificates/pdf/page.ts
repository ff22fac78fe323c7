/** A4 on its side, in points. */
export const page = { width: 841.89, height: 595.28 }

/** Where everything on the left begins. */
export const left = 64

/** Draws something that a screen reader is told of. */
export type Tell = (tag: 'H1' | 'P' | 'Figure', draw: () => void, alt?: string) => void
