import { lazyScreen } from '../lib/lazy-screen.tsx'
import { patterns } from '../lib/paths.ts'

/** What belongs to the account and is open to anybody. */
export const openAccountScreens = [
  {
    path: patterns.language,
    Screen: lazyScreen(
      'language',
      () => import('./routes/language.tsx'),
      (m) => m.LanguagePage,
      ['account'],
    ),
  },
  {
    path: patterns.certificate,
    Screen: lazyScreen(
      'certificate',
      () => import('./routes/certificate.tsx'),
      (m) => m.CertificatePage,
      ['certificates'],
    ),
  },
  {
    path: patterns.support,
    Screen: lazyScreen(
      'support',
      () => import('./routes/support.tsx'),
      (m) => m.SupportPage,
      ['account'],
    ),
  },
  {
    path: patterns.confirmEmailChange,
    Screen: lazyScreen(
      'confirm-email-change',
      () => import('./routes/email-links.tsx'),
      (m) => m.ConfirmEmailChangePage,
      ['account'],
    ),
  },
  {
    path: patterns.undoEmailChange,
    Screen: lazyScreen(
      'undo-email-change',
      () => import('./routes/email-links.tsx'),
      (m) => m.UndoEmailChangePage,
      ['account'],
    ),
  },
  {
    path: patterns.unsubscribe,
    Screen: lazyScreen(
      'unsubscribe',
      () => import('./routes/unsubscribe.tsx'),
      (m) => m.UnsubscribePage,
      ['account'],
    ),
  },
]
