export type { DashboardSearch } from './dashboard-search.ts'
export type { StatisticsProps } from './statistics.tsx'
export { maySeeStatistics } from './who-sees.ts'
export { WaitingForApproval, WaitingForLab } from './waiting.tsx'
