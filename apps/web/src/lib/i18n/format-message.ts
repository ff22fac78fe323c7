import formatOnly from 'use-intl/format-message/format-only'

/** Hebrew, Arabic, Syriac, Thaana, N'Ko … and their forms for presentation. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** A name in Arabic would pull the words and signs around it to its other side, so it gets a direction of its own. */
const isolate = (value: unknown): unknown =>
  typeof value === 'string' && rightToLeft.test(value) ? `\u2068${value}\u2069` : value

/** In place of use-intl's own (apps/web/vite.config.ts): fills compiled texts in, and isolates what runs from right to left. */
const formatMessage: typeof formatOnly = Object.assign(
  (...[key, message, values, options]: Parameters<typeof formatOnly>) =>
    formatOnly(
      key,
      message,
      values &&
        (Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolate(value)])) as typeof values),
      options,
    ),
  { raw: formatOnly.raw },
)

// oxlint-disable-next-line import/no-default-export -- use-intl imports it by this name
export default formatMessage
