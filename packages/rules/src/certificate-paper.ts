/** How large the words on a certificate are, on the screen. The PDF measures its own. */

export type CertificateSizes = { name: number; courseName: number }

/** Steps from the largest, 0. The style sheet of the certificate has a size for each. */
export function certificateSizes(words: { name: string; courseName: string }): CertificateSizes {
  return { name: stepOf(words.name, [16, 24, 40]), courseName: stepOf(words.courseName, [24, 40, 60]) }
}

/** Letters of Chinese, Japanese and Korean are twice as wide. */
const stepOf = (text: string, lengths: readonly number[]): number => {
  const length = Array.from(text).reduce((sum, letter) => sum + (/[\u1100-\uffef]/.test(letter) ? 2 : 1), 0)
  return lengths.filter((most) => length > most).length
}
