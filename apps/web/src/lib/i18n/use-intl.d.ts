import type { Messages as WebMessages } from '@kitewise/texts/web/messages'

declare module 'use-intl' {
  interface AppConfig {
    Messages: WebMessages
  }
}
