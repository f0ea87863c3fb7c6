export { insertPrint, type NewPrint } from './insert.sql.ts'
export { presentPrint, printJson, type PrintRow } from './json.ts'
export { isShipped } from './shipped.sql.ts'
export { archesOf, itemsOf, type PrintItem } from './print.ts'
