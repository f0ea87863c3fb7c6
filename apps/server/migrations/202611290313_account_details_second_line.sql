-- The second line of the address in the account details of a new practice (billing/account-details). Optional, as in locations
-- and billing addresses.
alter table account_details add column street_address_line_2 text not null default '';
