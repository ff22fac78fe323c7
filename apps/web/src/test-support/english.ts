import type { Messages } from '@kitewise/texts/web/messages'
import { texts } from 'virtual:texts'

const groups = await Promise.all(Object.values(texts.en).map((load) => load()))

/** Every English sentence, compiled as in the app. */
export const messages: Messages = Object.assign({}, ...groups.map((group) => group.messages))
