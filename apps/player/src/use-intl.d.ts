import type { Messages as WebMessages } from '@kitewise/texts/web/messages'
import type player from '@kitewise/texts/player/en'

declare module 'use-intl' {
  interface AppConfig {
    Messages: WebMessages & { player: typeof player }
  }
}
