-- A lab's first price list is free: the one of the baseline had invented prices. A list that a case already names stays.
update price_lists set prices = '{
  "arch": {"software": 0, "initial_case_setup": 0, "print": 0, "insert_brackets": 0, "rush_case": 0,
    "root_integration": 0, "export_with_guides": 0, "export_with_brackets": 0, "export_tray": 0,
    "export_aligner_models": 0, "tray_design": 0},
  "shipping_fees": {"express": 0, "urgent": 0, "lightspeed": 0, "international": 0},
  "settings": {"delay_case_charging": 5, "delay_payment_processing": 3, "flat_monthly": 0},
  "arch_volume_discounts": [],
  "rx_forms": {
    "pvs_or_stone_model": {
      "full_digital_model": {"one_arch": 0, "both_arches": 0}, "semi_finish": {"one_arch": 0, "both_arches": 0},
      "rough": {"one_arch": 0, "both_arches": 0}, "digital_storage_only": {"one_arch": 0, "both_arches": 0}},
    "intra_oral_scan": {
      "clean_up": {"one_arch": 0, "both_arches": 0}, "clean_up_and_base": {"one_arch": 0, "both_arches": 0},
      "digital_storage_only": {"one_arch": 0, "both_arches": 0}},
    "3d_printed_study": {
      "horseshoe": {"one_arch": 0, "both_arches": 0}, "palate_lingual": {"one_arch": 0, "both_arches": 0},
      "low_profile_base": {"one_arch": 0, "both_arches": 0}, "full_profile_base": {"one_arch": 0, "both_arches": 0}},
    "misc": {
      "addon": {"analysis_report": 0, "double_occlusal_view": 0, "return_stone_models": 0,
        "return_impression_trays": 0, "convert_to_stl": 0},
      "rx_form": {"rush_case": 0}}}}'
  where version = 1 and not exists (select from rx_forms where price_list is not null);
