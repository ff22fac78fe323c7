/** The parts of a mail; all text is HTML already. */
type MailParts = {
  language: string
  brand: string
  heading: string
  paragraphs: string[]
  action: { words: string; url: string }
  notes: string[]
  footer: string
  /** The link that ends such mails. */
  stop: { words: string; url: string } | null
}

/**
 * The one look of our mails: a column that fits a phone, styles in the elements (mail programs drop others), colours that bear
 * being turned dark, and no picture, so nothing is fetched and nothing tells that a mail was opened.
 */
export const layOutMail = (parts: MailParts): string => `<!doctype html>
<html lang="${parts.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${parts.heading}</title>
</head>
<body style="margin:0;padding:24px 12px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.5">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700;font-size:18px"><span aria-hidden="true" style="color:#2f6fed">&#9670;</span> ${parts.brand}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${parts.heading}</h1>
${parts.paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${paragraph}</p>`).join('\n')}
<p style="margin:24px 0"><a href="${parts.action.url}" style="display:inline-block;padding:14px 24px;border-radius:12px;background:#2457c5;color:#ffffff;font-weight:600;text-decoration:none">${parts.action.words}</a></p>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all">${parts.action.url}</p>
${parts.notes.map((note) => `<p style="margin:0 0 16px;font-size:14px">${note}</p>`).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8a94a6;font-size:13px">${parts.footer}</p>
${parts.stop === null ? '' : `<p style="margin:8px 0 0;font-size:13px"><a href="${parts.stop.url}">${parts.stop.words}</a></p>\n`}</div>
</body>
</html>
`
