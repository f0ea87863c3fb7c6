export { brand, readLabAddress } from './queries.ts'
export { settingBefore } from './settings-at.sql.ts'
