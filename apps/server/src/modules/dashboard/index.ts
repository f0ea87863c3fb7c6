export { countCases } from './counts.sql.ts'
export type { FigureScope } from './figure-scope.ts'
export { figuresCache } from './figures-cache.ts'
export { plotCases } from './plots.sql.ts'
