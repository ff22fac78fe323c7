/** By this, Excel reads a CSV as UTF-8. */
const mark = '\uFEFF'

/** Starts the download of a file made in the browser. `type` is its media type. */
export function saveFile(fileName: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([type === 'text/csv' ? mark + content : content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0)
}
