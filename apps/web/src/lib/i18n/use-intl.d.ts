import type { Messages as WebMessages } from '@kitewise/texts/web/en'

declare module 'use-intl' {
  interface AppConfig {
    Messages: WebMessages
  }
}
