/** Joins class names, leaving out what is absent: `classNames(styles.card, isOpen && styles.open)`. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
