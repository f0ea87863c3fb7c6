alter table rx_forms validate constraint rx_forms_price_list;
