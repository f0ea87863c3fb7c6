import type { Day } from '../core/dates.ts'

/** A file that was put into storage and waits to be registered. */
export interface UploadedFile {
  file_path: string
  name: string
  /** Of scans: 1 upper, 2 lower, 3 both. */
  jaws_id?: 1 | 2 | 3
  caption?: string
  /** Of scans: why it is sent although its check had a remark. */
  check_note?: string
}

/** The Rx form as a person fills it. Null: nothing chosen yet. */
export interface RxFormValues {
  first_name: string
  last_name: string
  case_number_text: string
  user_id: number | null
  location_id: number | null
  impression_date: Day | null
  submission_completed_by: 1 | 2 | 3
  impression_type: 1 | 2 | 4 | null
  scan_submission_type: 1 | 2 | null
  scanner_type: number | null
  custom_scanner_type_name: string
  stl_files: UploadedFile[]
  rx_intraoral_photos: UploadedFile[]
  products_list: number
  addon_options: number
  order_more_supplies: boolean
  boxes: number | null
  box_size: 'small' | 'large' | null
  impression_baggies: number | null
  jaws_id: 1 | 2 | 3
  arch_mode: 1 | 2 | 3 | 4
  rush_case: boolean
  rush_case_authorized_by: string
  export_type: 1 | 2 | 3 | null
  print_assignment: 1 | 2 | 3 | null
  insert_brackets_assignment: 1 | 2 | 3 | null
  root_integration: boolean
  bracket_libraries: number[]
  bonding_date: Day | null
  shipping_location_id: number | null
  shipping_method: string | null
  special_instructions: string
}

/** What the form has to know of the practice and the moment to decide what applies. */
export interface RxFormContext {
  /** The lab's calendar day. */
  today: Day
  has_partner: boolean
  rush_case_enabled: boolean
  bracket_library_ids: number[]
  /** Only people who may choose a doctor get the choice. */
  may_select_doctor: boolean
  doctor_ids: number[]
  location_ids: number[]
}

/** The first preferences of every practice (`rx-form/preferences`); a form starts from them. */
export const emptyRxForm = (today: Day): RxFormValues => ({
  first_name: '',
  last_name: '',
  case_number_text: '',
  user_id: null,
  location_id: null,
  impression_date: today,
  submission_completed_by: 1,
  impression_type: null,
  scan_submission_type: null,
  scanner_type: null,
  custom_scanner_type_name: '',
  stl_files: [],
  rx_intraoral_photos: [],
  products_list: 0,
  addon_options: 0,
  order_more_supplies: false,
  boxes: null,
  box_size: null,
  impression_baggies: null,
  jaws_id: 3,
  arch_mode: 1,
  rush_case: false,
  rush_case_authorized_by: '',
  export_type: null,
  print_assignment: null,
  insert_brackets_assignment: null,
  root_integration: false,
  bracket_libraries: [],
  bonding_date: null,
  shipping_location_id: null,
  shipping_method: null,
  special_instructions: '',
})

export const fileLimits = { stl_files: 10, rx_intraoral_photos: 10 } as const
