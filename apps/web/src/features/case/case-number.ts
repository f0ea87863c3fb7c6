interface Numbered {
  case_number_text: string
  case_code: string
}

/** Case number, or the case code where it is empty (`cases/case-number`). */
export const caseNumberOf = ({ case_number_text, case_code }: Numbered): string => case_number_text || case_code
