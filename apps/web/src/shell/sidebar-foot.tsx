export { PromotionBanner } from './promotion-banner.tsx'
export { GettingStarted } from './getting-started.tsx'
export { ThisBrowser } from './this-browser.tsx'
