/** The pixels of the page that an on-screen keyboard covers. Zero where the page shrinks instead; Safari keeps its height. */
export function keyboardHeight(): number {
  const { visualViewport: viewport } = window
  // A zoomed viewport is smaller too, but nothing covers it.
  if (!viewport || viewport.scale > 1) return 0
  return Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop)
}
