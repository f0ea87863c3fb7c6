export { PromotionBanner } from './promotion-banner.tsx'
export { ThisDevice } from './this-device.tsx'
