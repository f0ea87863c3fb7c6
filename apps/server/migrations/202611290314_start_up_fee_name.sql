-- The line of an invoice has the name that the account setup shows (billing/product).
update products set name = 'Start-up Fee' where id = 1;
