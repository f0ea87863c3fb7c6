export { PromotionBanner } from './promotion-banner.tsx'
export { ThisBrowser } from './this-browser.tsx'
