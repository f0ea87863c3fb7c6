/** A fault that was found once, put back by a replaced text; the named test has to notice it. */
export interface PlantedFault {
  name: string
  /** What was found, by a name of its own (`tenancy-gate`): faults of one finding are chosen together on the command line. */
  finding: string
  file: string
  find: string
  replace: string
  test: { project: 'unit' | 'server' | 'server-fresh' | 'generated'; file: string; name: string }
}
