export { knownOrganization } from './queries.ts'
export { ofTypes, permitTypes, shipsNext, toDo } from './filters.sql.ts'
export { doctorNamed, doctorOrPracticeNamed, patientNamed, typedSearch } from './search.sql.ts'
