/** The parts of a mail; all texts are escaped HTML. */
export type MailParts = {
  language: string
  brand: string
  /** What the product is; the brand's name leads there. */
  home: string
  heading: string
  paragraphs: string[]
  action: { words: string; url: string }
  notes: string[]
  /** Stands before the button's address, for programs in which the button doesn't work. */
  address: string
  footer: string
  stop: { words: string; url: string } | null
}

/** The product's tokens. Mail programs know no custom properties. */
const light = { paper: '#fffbf5', surface: '#ffffff', line: '#e6dfd3', ink: '#1b1b3a', soft: '#5b5b7b' }
const dark = { paper: '#12122a', surface: '#1c1c3a', line: '#34345c', ink: '#f5f3ff', soft: '#b4b2d6' }
const button = { light: { on: '#3347e8', words: '#ffffff' }, dark: { on: '#97a4ff', words: '#12122a' } }

/** Programs that drop styles in the head show the light colors, which are also inline. */
const darkStyles = `@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}
.surface{background:${dark.surface}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.soft{color:${dark.soft}!important}
.rule{border-color:${dark.line}!important}
.button{background:${button.dark.on}!important}
.button a{color:${button.dark.words}!important}
}
@media (max-width:480px){
.surface{padding:28px 20px!important}
}`

const font = "font-family:Manrope,system-ui,-apple-system,'Segoe UI',Roboto,'Hiragino Sans','Noto Sans KR',sans-serif"
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** The four panels of the kite as borders. Word, which draws mails for Outlook, shows none of them. */
const panel = (vertical: 'top' | 'bottom', height: number, side: 'left' | 'right', width: number, color: string) =>
  `<td style="padding:0;font-size:0;line-height:0"><div style="width:0;height:0;border-${vertical === 'top' ? 'bottom' : 'top'}:${height}px solid ${color};border-${side}:${width}px solid transparent"></div></td>`

const mark = `<!--[if !mso]><!--><table ${table} aria-hidden="true"><tr>${panel('top', 12, 'left', 13, '#5f70ff')}${panel('top', 12, 'right', 11, '#3347e8')}</tr><tr>${panel('bottom', 14, 'left', 13, '#ff8a6e')}${panel('bottom', 14, 'right', 11, '#ff6b4a')}</tr></table><!--<![endif]-->`

/** One column that fits a phone, one button, and no images, so that opening it is not tracked. */
export function layOutMail(parts: MailParts): string {
  const { language, brand, home, heading, paragraphs, action, notes, address, footer, stop } = parts
  const paragraph = (words: string) =>
    `<p class="ink" style="margin:0 0 16px;color:${light.ink};font-size:16px;line-height:1.55">${words}</p>`
  const soft = (words: string, margin = '16px 0 0') =>
    `<p class="soft" style="margin:${margin};color:${light.soft};font-size:14px;line-height:1.5">${words}</p>`
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>
:root{color-scheme:light dark}
${darkStyles}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};${font}">
<table ${table} width="100%" class="paper" style="background:${light.paper}"><tr><td align="center" style="padding:24px 12px 40px">
<table ${table} width="100%" style="max-width:560px;${font}">
<tr><td style="padding:0 4px 16px"><table ${table}><tr><td>${mark}</td><td class="ink" style="padding-left:10px;color:${light.ink};font-size:20px;font-weight:700;letter-spacing:-0.02em"><a class="ink" href="${home}" style="color:${light.ink};text-decoration:none">${brand}</a></td></tr></table></td></tr>
<tr><td class="surface" style="padding:36px 32px;border:1px solid ${light.line};border-radius:20px;background:${light.surface}">
<h1 class="ink" style="margin:0 0 16px;color:${light.ink};font-size:26px;line-height:1.2;letter-spacing:-0.02em">${heading}</h1>
${paragraphs.map(paragraph).join('\n')}
<table ${table} width="100%" style="margin-top:24px"><tr><td class="button" align="center" style="border-radius:14px;background:${button.light.on}"><a href="${action.url}" style="display:block;padding:15px 20px;color:${button.light.words};font-size:17px;line-height:22px;font-weight:700;text-decoration:none">${action.words}</a></td></tr></table>
${notes.map((note) => soft(note)).join('\n')}
</td></tr>
<tr><td style="padding:20px 4px 0">
${soft(`${address}<br><span style="word-break:break-all">${action.url}</span>`, '0')}
<div class="rule" style="margin-top:16px;border-top:1px solid ${light.line}"></div>
${soft(footer)}
${stop === null ? '' : soft(`<a class="soft" href="${stop.url}" style="color:${light.soft};text-decoration:underline">${stop.words}</a>`, '8px 0 0')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}
