/** Not bundled: packages with native parts or files that they find relative to themselves. */
export const outsidePackages = ['@node-rs/argon2', '@resvg/resvg-js', 'pdfkit', 'fontkit']
