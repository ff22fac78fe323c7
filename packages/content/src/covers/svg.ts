/** Builders for the few SVG elements that pictures use. Numbers are kept to one decimal: a cover must stay under 8 KB. */

export function short(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export function rect(x: number, y: number, width: number, height: number, radius: number, fill: string): string {
  const round = radius > 0 ? ` rx="${short(radius)}"` : ''
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${round} fill="${fill}"/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}"/>`
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(radiusX)}" ry="${short(radiusY)}" fill="${fill}"/>`
}

export function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`
}

/** A line with round ends. */
export function stroke(d: string, color: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round"/>`
}

export function faded(inner: string, opacity: number): string {
  return `<g opacity="${opacity}">${inner}</g>`
}

export function moved(inner: string, x: number, y: number, scale = 1, turn = 0): string {
  const turned = turn === 0 ? '' : ` rotate(${short(turn)})`
  const scaled = scale === 1 ? '' : ` scale(${Math.round(scale * 1000) / 1000})`
  return `<g transform="translate(${short(x)} ${short(y)})${turned}${scaled}">${inner}</g>`
}
