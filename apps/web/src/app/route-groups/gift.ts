export { GiftPage } from '../routes/gift.tsx'
export { GiftBeginPage } from '../routes/gift-begin.tsx'
export { NewcomerGiftPage } from '../routes/newcomer-gift.tsx'
