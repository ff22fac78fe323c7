/** By this, Excel reads a CSV as UTF-8. */
const mark = '\uFEFF'

/** Long enough to answer a question of the browser. Milliseconds. */
const untilReadMs = 60_000

/** Starts the download of a file made in the browser. `type` is its media type. */
export function saveFile(fileName: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([type === 'text/csv' ? mark + content : content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Safari reads it only after it has asked where to put the file.
  setTimeout(() => URL.revokeObjectURL(url), untilReadMs)
}
