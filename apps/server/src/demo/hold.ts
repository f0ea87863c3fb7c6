/**
 * Why a case of the demo is on hold. What only the doctor can answer asks the doctor, whom the case is with then
 * (`cases/hold`); what the lab has to do itself asks no one.
 */
export const holdOf = (asksDoctor: boolean) => ({
  on_hold: true,
  reason: asksDoctor
    ? 'The lower scan has a gap at the left first molar. Please scan the lower arch again.'
    : 'A second technician looks at the lower scan before the setup begins.',
  should_notify_doctor: asksDoctor,
})
