export type { DashboardSearch } from './dashboard-search.ts'
export type { StatisticsProps } from './statistics.tsx'
export { seesStatistics } from './who-sees.ts'
