-- What the lab charges (rx-form/prices), in cents. A list never changes: another one follows it, and the newest holds.
create table price_lists (
  version integer primary key generated always as identity,
  prices jsonb not null,
  created_at timestamptz not null default now(),
  created_by integer references users (id)
);
insert into price_lists (prices) values ('{
  "arch": {"software": 1500, "initial_case_setup": 4500, "print": 1200, "insert_brackets": 1800, "rush_case": 0,
    "root_integration": 2000, "export_with_guides": 1000, "export_with_brackets": 2500, "export_tray": 1000,
    "export_aligner_models": 1000, "tray_design": 1500},
  "shipping_fees": {"express": 1800, "urgent": 3500, "lightspeed": 6000, "international": 7500},
  "settings": {"delay_case_charging": 5, "delay_payment_processing": 3, "flat_monthly": 9900},
  "arch_volume_discounts": [{"volume": 20, "discount": 5}, {"volume": 50, "discount": 10}, {"volume": 100, "discount": 15}],
  "rx_forms": {
    "pvs_or_stone_model": {
      "full_digital_model": {"one_arch": 2200, "both_arches": 3800}, "semi_finish": {"one_arch": 1600, "both_arches": 2800},
      "rough": {"one_arch": 1000, "both_arches": 1800}, "digital_storage_only": {"one_arch": 500, "both_arches": 800}},
    "intra_oral_scan": {
      "clean_up": {"one_arch": 1000, "both_arches": 1600}, "clean_up_and_base": {"one_arch": 1400, "both_arches": 2400},
      "digital_storage_only": {"one_arch": 400, "both_arches": 600}},
    "3d_printed_study": {
      "horseshoe": {"one_arch": 1400, "both_arches": 2400}, "palate_lingual": {"one_arch": 1400, "both_arches": 2400},
      "low_profile_base": {"one_arch": 1800, "both_arches": 3000}, "full_profile_base": {"one_arch": 2000, "both_arches": 3400}},
    "misc": {
      "addon": {"analysis_report": 1500, "double_occlusal_view": 500, "return_stone_models": 1200,
        "return_impression_trays": 800, "convert_to_stl": 300},
      "rx_form": {"rush_case": 5000}}}}');

-- What a case costs, line by line in cents, and by which list: fixed at submit, priced anew by a change of the form.
alter table rx_forms add column price_list integer;
alter table rx_forms add column price_lines jsonb;
alter table rx_form_revisions add column price_lines_before jsonb;
alter table rx_forms add constraint rx_forms_price_list foreign key (price_list) references price_lists (version) not valid;
