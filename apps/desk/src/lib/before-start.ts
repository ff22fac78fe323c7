import { config } from 'zod'

// Compiling schemas needs eval, which the content security policy forbids; trying it logs an error.
config({ jitless: true })

/** The styles take the theme from an attribute, because learners choose theirs; staff have the system's. */
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = (): void => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', follow)
follow()
