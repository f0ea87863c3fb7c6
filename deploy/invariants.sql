-- What holds in every whole database; each line says how many rows break it.
select 'cases without their ready row: ' || count(*) from patients p where not exists (select 1 from case_rows c where c.patient_id = p.id);
select 'ready rows without a case: ' || count(*) from case_rows c where not exists (select 1 from patients p where p.id = c.patient_id);
select 'cases without a form: ' || count(*) from patients p where not exists (select 1 from rx_forms r where r.patient_id = p.id);
select 'submitted cases without history: ' || count(*) from patients p where not exists (select 1 from case_history h where h.patient_id = p.id);
select 'files without bytes or hash: ' || count(*) from patient_files f where coalesce(f.storage_key, '') = '' or f.sha256 !~ '^[0-9a-f]{64}$';
select 'members of no organization: ' || count(*) from memberships m where not exists (select 1 from organizations o where o.id = m.organization_id);
select 'unvalidated constraints: ' || count(*) from pg_constraint where not convalidated;
select 'invalid indexes: ' || count(*) from pg_index where not indisvalid;
select 'invoices without their payment: ' || count(*) from orders r where r.fm_invoice_status in ('PAID', 'PENDING') and r.total_cents > 0 and not exists (select 1 from payments y where y.organization_id = r.organization_id and y.order_id = r.id and y.cents = r.total_cents and y.status in ('PENDING', 'PAID', 'REFUNDED'));
select 'invoices whose lines do not make the subtotal: ' || count(*) from orders r where r.fm_invoice_status <> 'CURRENT' and r.subtotal_cents <> (select coalesce(sum(case when l.kind in ('product', 'charge') then l.cents else -l.cents end), 0) from order_lines l where l.organization_id = r.organization_id and l.order_id = r.id);
select 'payments with refunds beyond their sum: ' || count(*) from payments y where y.cents < (select coalesce(sum(f.cents), 0) from payment_refunds f where f.organization_id = y.organization_id and f.payment_id = y.id);
